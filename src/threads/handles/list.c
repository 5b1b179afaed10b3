/* Lists of handles.
 *
 *     c = malloc(..); create(&c->thread, ..); c->next = head; head = c;     each thread's handle is in the list
 *     for (c = head; c; c = c->next) join(c->thread);                       on the way out all threads of the start are over
 *
 * That holds if every start puts a fresh block of its own at the front of the list, whatever happens, before anything else of the
 * program runs; if nothing else is stored to the head, except null behind such a loop, or to the member `next`, so that nothing
 * leaves the list; if one thread, of which there is one, starts and joins; and if a round of the loop neither skips the join nor
 * runs anything else of the program, which might start more. Stores to the member are known by its name, as in memory.h. */
#include "threads/values/origin.h"

#include "base/recogniser.h"
#include "threads/values/branch.h"
#include "code/loop.h"
#include "threads/values/memory.h"

/* An address in a block: a value, and how far behind. */
struct inside {
	struct ref block;
	int64_t offset;
	uint32_t member; /* KONST_MEMBER of the last step; 0: not named */
};

static struct inside inside_of(const struct code *code, struct ref address)
{
	struct inside x = { 0 };
	const struct inst *in = body_made_by(&code->body, value_behind(code, address));

	if (in && in->op == OP_field && in->nwords == 4)
		x.member = code->body.word.at[in->word + 3];
	x.block = value_inside(code, address, PEEL_FIELD, &x.offset);
	return x;
}

/* The variable that a load reads a pointer from, whole; 0: none. */
static uint32_t loaded_variable(const struct code *code, struct ref value)
{
	const struct inst *in = body_made_by(&code->body, value_behind(code, value));

	if (!in || in->op != OP_load || ref_kind(body_arg(&code->body, in, 0)) != REF_SYM)
		return 0;
	return ref_index(body_arg(&code->body, in, 0));
}

/* Does something of the program run in [first, last)? */
static bool runs_program(const struct running *r, struct fn_id fn, const struct code *code, uint32_t first, uint32_t last)
{
	for (uint32_t i = first; i < last; i++) {
		uint32_t n = 0;
		if (code->body.inst.at[i].op == OP_call)
			(void)points_sites(r->c->points, fn, i, &n);
		if (n)
			return true;
	}
	return false;
}

static uint32_t block_end(const struct code *code, uint32_t block)
{
	return code->body.block.at[block].inst + code->body.block.at[block].ninsts;
}

/* ---- the start ---- */

struct push {
	const struct program *program;
	const struct start *start;
	const struct code *code;
	int64_t handle, next;  /* where they lie in the block */
	uint32_t member, head; /* of `next`; the variable */
	uint32_t link, store;  /* the two stores of the push, in this order */
};

static bool is_fresh(const struct running *r, const struct push *p, struct ref block)
{
	const struct inst *in = body_made_by(&p->code->body, block);
	const struct model_row *row = points_rows_at(r->c->points, &p->code->body, in);

	return row && event_is(row, EVENT_ALLOC) && event_makes_result(row);
}

/* In one block: load the head, store it to the block's next, store the block to the head; nothing of the program in between. */
static bool read_push(const struct running *r, struct push *p, uint32_t store, struct ref block)
{
	const struct body *b = &p->code->body;
	uint32_t in = code_block(p->code, store), first = b->block.at[in].inst;
	struct ref head = body_arg(b, &b->inst.at[store], 0);

	if (ref_kind(head) != REF_SYM || value_behind(p->code, body_arg(b, &b->inst.at[store], 1)).bits != block.bits)
		return false;
	for (uint32_t i = first; i < store; i++) {
		const struct inst *link = &b->inst.at[i];
		struct ref old = link->op == OP_store ? value_behind(p->code, body_arg(b, link, 1)) : (struct ref){ 0 };
		struct inside at;
		if (link->op != OP_store || loaded_variable(p->code, old) != ref_index(head))
			continue;
		at = inside_of(p->code, body_arg(b, link, 0));
		if (at.block.bits != block.bits || !at.member || body_inst(b, ref_index(old)) < first ||
		    runs_program(r, p->start->fn, p->code, body_inst(b, ref_index(old)), store))
			continue;
		p->next = at.offset;
		p->member = at.member;
		p->head = ref_index(head);
		p->link = i;
		p->store = store;
		return true;
	}
	return false;
}

static bool failed(void *with, uint32_t from, uint32_t to)
{
	const struct push *p = with;

	return way_fails(p->code, from, to, p->start->inst);
}

/* Is the push on every way behind the start, or just before it, with nothing of the program in between? Nor another start: a
 * block holds one handle. Pushed twice it would be its own successor, and the walk would not end. */
static bool always_pushes(const struct running *r, struct push *p)
{
	const struct body *b = &p->code->body;
	uint32_t from = code_block(p->code, p->start->inst), to = code_block(p->code, p->store);
	bool before = p->store < p->start->inst, good;
	const bool *reach;
	struct arena scratch;

	if (from == to)
		return !runs_program(r, p->start->fn, p->code, (before ? p->store : p->start->inst) + 1,
				     before ? p->start->inst : p->store);
	arena_init(&scratch, "threads scratch");
	reach = blocks_reach(&scratch, &p->code->body, from, to, failed, p);
	good = !runs_program(r, p->start->fn, p->code, p->start->inst + 1, block_end(p->code, from)) &&
	       !runs_program(r, p->start->fn, p->code, b->block.at[to].inst, p->store);
	for (uint32_t k = 0; k < b->block.n && good; k++)
		good = !reach[k] || (b->inst.at[block_end(p->code, k) - 1].op != OP_ret &&
				     !runs_program(r, p->start->fn, p->code, b->block.at[k].inst, block_end(p->code, k)));
	arena_release(&scratch);
	return good;
}

static bool find_push(const struct running *r, const struct start *s, struct push *p)
{
	struct inside handle;

	*p = (struct push){ .program = r->p, .start = s, .code = code_get(r->shapes, s->fn) };
	handle = inside_of(p->code, handle_address(p->code, s->inst, &s->row->id));
	p->handle = handle.offset;
	if (!is_fresh(r, p, handle.block))
		return false;
	for (uint32_t i = 0; i < p->code->body.inst.n; i++)
		if (p->code->body.inst.at[i].op == OP_store && read_push(r, p, i, handle.block))
			return always_pushes(r, p);
	return false;
}

/* ---- the loop of the joins ---- */

struct list_walk {
	const struct code *code;
	struct fn_id fn;
	uint32_t header, exit;
	const bool *inside;
};

/* The variable of the loop: from the head on, and then to the next one, whatever the way. */
static bool walks(const struct running *r, const struct push *p, const struct list_walk *w, const struct inst *phi)
{
	const struct body *b = &w->code->body;
	struct ref self = ref_make(REF_VALUE, body_value(b, (uint32_t)(phi - b->inst.at)));

	for (uint32_t k = 0; k < phi->nargs; k++) {
		struct ref value = value_behind(w->code, body_arg(b, phi, k));
		const struct inst *load = body_made_by(&w->code->body, value);
		uint32_t from = b->word.at[phi->word + k], at = load ? (uint32_t)(load - b->inst.at) : 0;
		struct inside next;
		if (!load || load->op != OP_load)
			return false;
		if (!w->inside[from]) {
			if (loaded_variable(w->code, value) != p->head || code_block(w->code, at) != from ||
			    runs_program(r, w->fn, w->code, at, block_end(w->code, from)))
				return false;
			continue;
		}
		next = inside_of(w->code, body_arg(b, load, 0));
		if (next.block.bits != self.bits || next.offset != p->next || !w->inside[code_block(w->code, at)])
			return false;
	}
	return true;
}

/* Left at the header when the variable is null. */
static bool read_exit(const struct running *r, struct list_walk *w, struct ref variable)
{
	struct fork f;

	if (!fork_of(r->p, &w->code->body, w->header, &f) || fork_zero(&f) == UINT32_MAX ||
	    value_behind(w->code, f.test.value).bits != variable.bits)
		return false;
	w->exit = fork_zero(&f);
	return !w->inside[w->exit] && w->inside[f.to[f.to[0] == w->exit]];
}

static bool find_walk(struct running *r, const struct push *p, const struct event *e, struct list_walk *w)
{
	struct fn_id fn = context_of(r, e->context)->fn;
	struct inside handle;
	const struct inst *phi;
	uint32_t block;

	*w = (struct list_walk){ .code = code_get(r->shapes, fn), .fn = fn };
	handle = inside_of(w->code, handle_address(w->code, e->inst, &e->row->on));
	phi = body_made_by(&w->code->body, handle.block);
	block = code_block(w->code, e->inst);
	if (!phi || phi->op != OP_phi || handle.offset != p->handle)
		return false;
	w->header = code_block(w->code, (uint32_t)(phi - w->code->body.inst.at));
	w->inside = loop_blocks(r->arena, &w->code->cfg, w->header);
	if (!w->inside || !w->inside[block] || !walks(r, p, w, phi) || !read_exit(r, w, handle.block))
		return false;
	for (uint32_t b = 0; b < w->code->body.block.n; b++)
		if (w->inside[b] && runs_program(r, fn, w->code, w->code->body.block.at[b].inst, block_end(w->code, b)))
			return false;
	return loop_always(&w->code->cfg, &(struct count_loop){ .header = w->header, .inside = w->inside }, block);
}

/* ---- both ---- */

/* Null, stored right behind the loop: nobody is in the list any more. */
static bool empties(const struct running *r, const struct list_walk *w, const struct variable_use *u)
{
	const struct body *b = &w->code->body;
	int64_t number;

	if (u->fn.i != w->fn.i || b->inst.at[u->inst].op != OP_store || code_block(w->code, u->inst) != w->exit ||
	    w->code->cfg.npreds[w->exit] != 1)
		return false;
	return program_constant(r->p, body_arg(b, &b->inst.at[u->inst], 1), &number) && !number &&
	       !runs_program(r, w->fn, w->code, b->block.at[w->exit].inst, u->inst);
}

static bool is_kept(struct running *r, const struct push *p, const struct list_walk *w)
{
	const struct sym *head = program_sym(r->p, (struct sym_id){ p->head });
	const struct variable *v = memory_variable(r, (struct sym_id){ p->head });

	if (head->kind != SYM_VARIABLE || head->flags & SYM_THREAD_LOCAL || head->nrelocs || v->escapes)
		return false;
	for (uint32_t i = 0; i < v->store.n; i++) {
		const struct variable_use *u = &v->store.at[i];
		if ((u->fn.i != p->start->fn.i || u->inst != p->store) && !empties(r, w, u))
			return false;
	}
	return memory_only_store(r, p->member, p->start->fn, p->link);
}

/* The one thread that starts, of which there is one, is also the one that joins. */
static bool same_thread(const struct running *r, const struct start *s, const struct event *e)
{
	uint32_t set = r->threads_of[e->context], joiner = bits_next(&r->bits, set, 1);

	if (!one_owner(r, s) || joiner == UINT32_MAX || bits_next(&r->bits, set, joiner + 1) != UINT32_MAX)
		return false;
	for (uint32_t i = 0; i < r->child.n; i++)
		if (r->child.at[i].slot == s->slot && r->child.at[i].thread != joiner)
			return false;
	return true;
}

static void match(struct running *r, const struct push *p, const uint32_t *join, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		const struct event *e = &r->c->event.at[join[i]];
		struct list_walk w;
		if (!RECOGNISED(threads_list, same_thread(r, p->start, e) && find_walk(r, p, e, &w) && is_kept(r, p, &w)))
			continue;
		effect_add(r, (struct effect){ e->context, w.header, w.exit, p->start->slot, SPAWN_END_ALL });
		*vec_add(r->arena, &r->joined) = (struct joined){ p->start->slot, join[i], false };
	}
}

void lists_make(struct running *r)
{
	VEC(uint32_t) join = { 0 };
	struct push p;

	for (uint32_t i = 1; i < r->c->event.n; i++)
		if (joins_now(r, &r->c->event.at[i]))
			*vec_add(r->arena, &join) = i;
	for (uint32_t k = 1; join.n && k < r->start.n; k++)
		if (!r->start.at[k].item && r->start.at[k].row && find_push(r, &r->start.at[k], &p))
			match(r, &p, join.at, join.n);
}
