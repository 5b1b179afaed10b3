/* Reads from a pipe, which wait for who writes into it, or closes its other end.
 *
 *     left: read(from[0]); write(to[1])         right: read(to[0]); write(from[1])        both wait behind what they write
 *
 * A pipe is a variable that a call fills with two descriptors, and that is used for nothing else: its first number is only read
 * from, or closed, and its second only written to, or closed, each where it is loaded. Then all who could let the reader go on
 * are known, and they provide (stall.c).
 *
 * misses  descriptors that are handed on, copied or kept elsewhere, or whose kind is changed; pipes on the stack; programs that
 *         fork; writers that wait since the pipe is full; how many bytes were written */
#include "code/address.h"
#include "deadlock/stall.h"

enum { DESCRIPTORS = 8, SECOND = 4 }; /* bytes of both, and where the second one is */

enum pipe_use { PIPE_OTHER, PIPE_MAKES, PIPE_READS, PIPE_WRITES, PIPE_CLOSES };

struct pipe_call {
	struct sym_id pipe;
	uint8_t use;
	struct fn_id fn;
	uint32_t inst;
};

struct pipes {
	struct stall *s;
	const struct program *p;
	struct map of;			  /* symbol -> 1 a pipe, 2 something else as well */
	VEC(struct pipe_call) call;
};

static const struct model_row *rows_of(const struct pipes *x, const struct body *b, const struct inst *in)
{
	struct sym_id callee = in->op == OP_call ? body_callee(x->p, b, in) : (struct sym_id){ 0 };

	return callee.i && !program_sym(x->p, callee)->fn.i ? points_rows(x->s->c->points, callee) : NULL;
}

/* What a call does with the descriptor or the address that is its first argument. */
static enum pipe_use use_of(const struct pipes *x, const struct body *b, const struct inst *in)
{
	const struct model_row *rows = rows_of(x, b, in), *feeds = events_find(rows, EVENT_FEEDS);
	int64_t flags = 0;

	for (const struct model_row *r = rows; r; r = r->next) {
		if (feeds && event_is(r, EVENT_WRITES) && event_argument_number(&r->on) == 1 && event_fixed_bytes(r) == DESCRIPTORS)
			return in->nargs < 3 || (program_constant(x->p, body_arg(b, in, 2), &flags) && !flags) ? PIPE_MAKES
														: PIPE_OTHER;
		if (event_is(r, EVENT_COPIES) && event_hidden(&r->from) && events_find(rows, EVENT_INPUT))
			return PIPE_READS;
		if (event_is(r, EVENT_PUBLISH) && event_hidden(&r->on) && events_find(rows, EVENT_INPUT))
			return PIPE_WRITES;
	}
	return feeds && in->nargs == 2 ? PIPE_CLOSES : PIPE_OTHER;
}

/* The variable that an operand is the address of, and how far inside. */
static struct sym_id variable_of(const struct pipes *x, const struct body *b, struct ref r, int64_t *offset)
{
	struct address at = address_of(x->p, b, r);
	struct sym_id sym = ref_symbol(x->p, at.base, &at.offset);

	*offset = at.offset;
	return sym;
}

static void note_other(struct pipes *x, struct sym_id sym)
{
	if (sym.i && map_get(&x->of, sym.i))
		map_put(x->s->a, &x->of, sym.i, 2);
}

/* What becomes of a descriptor that is loaded. */
static void follow(struct pipes *x, const struct body *b, uint32_t load, struct sym_id pipe, bool second)
{
	for (uint32_t i = 0; i < b->inst.n; i++) {
		const struct inst *in = &b->inst.at[i];
		for (uint32_t k = 0; k < in->nargs; k++) {
			struct ref r = body_arg(b, in, k);
			enum pipe_use use = in->op == OP_call && k == 1 ? use_of(x, b, in) : PIPE_OTHER;
			if (ref_kind(r) != REF_VALUE || ref_index(r) != body_value(b, load) || in->op == OP_compare)
				continue;
			if (use != PIPE_CLOSES && use != (second ? PIPE_WRITES : PIPE_READS))
				note_other(x, pipe);
			if (use != PIPE_CLOSES || second)
				*vec_add(x->s->a, &x->call) = (struct pipe_call){ pipe, use, b->fn, i };
		}
	}
}

static void look_at(struct pipes *x, const struct body *b, uint32_t inst)
{
	const struct inst *in = &b->inst.at[inst];
	int64_t offset;

	for (uint32_t k = 0; k < in->nargs; k++) {
		struct sym_id sym = variable_of(x, b, body_arg(b, in, k), &offset);
		if (!sym.i || !map_get(&x->of, sym.i) || in->op == OP_field || in->op == OP_cast || in->op == OP_copy)
			continue; /* who uses the address is looked at */
		if (in->op == OP_load && (!offset || offset == SECOND))
			follow(x, b, inst, sym, offset == SECOND);
		else if (in->op != OP_call || k != 1 || offset || use_of(x, b, in) != PIPE_MAKES)
			note_other(x, sym);
	}
}

static void each_body(struct pipes *x, void (*look)(struct pipes *, const struct body *, uint32_t inst))
{
	struct body b = { 0 };

	for (uint32_t f = 1; f < x->p->fn.n; f++) {
		body_get(x->s->a, x->p, (struct fn_id){ f }, &b);
		for (uint32_t i = 0; i < b.inst.n; i++)
			look(x, &b, i);
	}
}

static void find_made(struct pipes *x, const struct body *b, uint32_t inst)
{
	const struct inst *in = &b->inst.at[inst];
	int64_t offset;
	struct sym_id sym = in->op == OP_call && in->nargs > 1 && use_of(x, b, in) == PIPE_MAKES
				    ? variable_of(x, b, body_arg(b, in, 1), &offset)
				    : (struct sym_id){ 0 };

	if (sym.i && program_sym(x->p, sym)->kind == SYM_VARIABLE)
		map_put(x->s->a, &x->of, sym.i, 1);
}

static bool forks(const struct stall *s)
{
	for (uint32_t i = 1; i < s->c->event.n; i++)
		if (event_is(s->c->event.at[i].row, EVENT_FORK))
			return true;
	return false;
}

/* Its address is in something that is there from the start, or what uses it is never reached. */
static void find_hidden(struct pipes *x)
{
	for (uint32_t i = 1; i < x->p->reloc.n; i++)
		note_other(x, sym_behind_alias(x->p, x->p->reloc.at[i].sym));
	for (uint32_t i = 0; i < x->call.n; i++) {
		const struct pipe_call *k = &x->call.at[i];
		if (k->use != PIPE_READS && x->s->c->first_by_fn[k->fn.i] == x->s->c->first_by_fn[k->fn.i + 1])
			note_other(x, k->pipe);
	}
}

static void add_wait(struct stall *s, const struct pipes *x, const struct pipe_call *k, uint32_t context)
{
	const struct code *code = code_get(s->r->shapes, k->fn);
	const struct model_row *row = rows_of(x, &code->body, &code->body.inst.at[k->inst]);

	if (!contexts_reaches(s->c, context, k->inst) || limit_full(LIMIT_deadlock_waits, s->wait.n))
		return;
	*vec_add(s->a, &s->made) = (struct event){ .context = context, .inst = k->inst, .row = row };
	ways_mark(&s->ways, (struct way_mark){ context, k->inst, UINT32_MAX, s->ways.bits });
	*vec_add(s->a, &s->wait) = (struct stall_wait){ .kind = STALL_PIPE,
							.event = s->c->event.n + s->made.n - 1,
							.context = context,
							.inst = k->inst,
							.bit = s->ways.bits - 1,
							.pipe = k->pipe };
}

void stall_find_pipes(struct stall *s)
{
	struct pipes *x = arena_new(s->a, struct pipes);

	*x = (struct pipes){ .s = s, .p = s->r->p };
	each_body(x, find_made);
	if (!x->of.n || forks(s))
		return;
	each_body(x, look_at);
	find_hidden(x);
	s->pipes = x;
	for (uint32_t i = 0; i < x->call.n; i++) {
		const struct pipe_call *k = &x->call.at[i];
		for (uint32_t c = s->c->first_by_fn[k->fn.i]; c < s->c->first_by_fn[k->fn.i + 1]; c++)
			if (k->use == PIPE_READS && map_get(&x->of, k->pipe.i) == 1)
				add_wait(s, x, k, s->c->by_fn[c]);
	}
}

void stall_each_writer(const struct stall *s, const struct stall_wait *w,
		       void (*visit)(struct stall *, struct stall_wait *, uint32_t context, uint32_t inst))
{
	for (uint32_t i = 0; i < s->pipes->call.n; i++) {
		const struct pipe_call *k = &s->pipes->call.at[i];
		for (uint32_t c = s->c->first_by_fn[k->fn.i]; c < s->c->first_by_fn[k->fn.i + 1]; c++)
			if (k->pipe.i == w->pipe.i && k->use != PIPE_READS)
				visit((struct stall *)(uintptr_t)s, (struct stall_wait *)(uintptr_t)w, s->c->by_fn[c], k->inst);
	}
}
