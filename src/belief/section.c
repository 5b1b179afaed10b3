/* For each call behind which more locks are held than before: the instructions that are reached from there with the lock still
 * held. The first objects are those met on the way forward before any other, the last ones those met backwards from where it
 * ends. */
#include "belief/section.h"

#include <stdlib.h>
#include <string.h>

#include "ir/cfg.h"

struct scan {
	struct arena *out, scratch;
	struct races *r;
	const struct body *b;
	struct cfg cfg;
	uint32_t context;
	uint32_t *held;	  /* by inst: the lock set before it */
	uint32_t *object; /* by inst: equal for one thing; 0: none */
	uint32_t *block;  /* by inst */
	uint32_t *inside; /* by inst: number of the walk that it was last seen in */
	uint32_t *member; /* by inst: the last section that it is in, + 1 */
	VEC(uint32_t) todo, region;
	uint32_t number, steps;
	struct sections *s;
};

/* ---- objects ---- */

static bool is_intrinsic(const struct program *p, const struct body *b, const struct inst *in)
{
	struct sym_id callee = body_callee(p, b, in);

	return callee.i && !strncmp(program_str(p, program_sym(p, callee)->name), "llvm.", 5);
}

bool call_is_object(const struct races *r, const struct body *b, const struct inst *in)
{
	struct sym_id callee = body_callee(r->p, b, in);

	return !is_intrinsic(r->p, b, in) && (!callee.i || !r->points->row[callee.i]);
}

static void find_objects(struct scan *x)
{
	const struct summary *s = x->r->s->of[x->b->fn.i];

	for (uint32_t i = 0; i < x->b->inst.n; i++)
		if (x->b->inst.at[i].op == OP_call && call_is_object(x->r, x->b, &x->b->inst.at[i]))
			x->object[i] = 0x80000000u | (body_callee(x->r->p, x->b, &x->b->inst.at[i]).i
							  ? body_callee(x->r->p, x->b, &x->b->inst.at[i]).i
							  : i);
	for (uint32_t i = 0; s && i < s->naccesses; i++)
		for (uint32_t k = s->access[i].source; k < s->access[i].source + s->access[i].nsources; k++)
			if (!s->source[k].callee.i && s->source[k].inst < x->b->inst.n)
				x->object[s->source[k].inst] = s->access[i].at;
}

/* ---- where a section goes ---- */

static bool holds(const struct scan *x, uint32_t set, uint32_t term)
{
	uint32_t n;
	const struct held *lock = contexts_locks(x->r->contexts, set, &n);

	return held_has_term(lock, n, term);
}

static bool changes_interrupts(const struct scan *x, uint32_t inst, enum event_kind kind)
{
	const struct inst *in = &x->b->inst.at[inst];
	struct sym_id callee = in->op == OP_call ? body_callee(x->r->p, x->b, in) : (struct sym_id){ 0 };
	const struct model_row *row = callee.i ? x->r->points->row[callee.i] : NULL;

	for (; row; row = row->next)
		if (event_is(row, kind) && row->flags & MODEL_IRQ)
			return true;
	return false;
}

/* Does the section of this lock go on behind `inst`, at `next`? */
static bool goes_on(const struct scan *x, uint32_t term, uint32_t inst, uint32_t next)
{
	return term ? holds(x, x->held[next], term) : !changes_interrupts(x, inst, EVENT_ENABLE);
}

static bool is_last_of_block(const struct scan *x, uint32_t inst)
{
	const struct block *k = &x->b->block.at[x->block[inst]];

	return inst + 1 == k->inst + k->ninsts;
}

static void reach(struct scan *x, uint32_t inst)
{
	if (x->inside[inst] == x->number)
		return;
	x->inside[inst] = x->number;
	*vec_add(&x->scratch, &x->todo) = inst;
}

static void reach_next(struct scan *x, uint32_t term, uint32_t inst)
{
	const uint32_t *to;
	uint32_t n;

	if (!is_last_of_block(x, inst)) {
		if (goes_on(x, term, inst, inst + 1))
			reach(x, inst + 1);
		return;
	}
	to = body_successors(x->b, x->block[inst], &n);
	for (uint32_t i = 0; i < n; i++)
		if (goes_on(x, term, inst, x->b->block.at[to[i]].inst))
			reach(x, x->b->block.at[to[i]].inst);
}

static void reach_before(struct scan *x, uint32_t inst)
{
	uint32_t k = x->block[inst];

	if (inst > x->b->block.at[k].inst) {
		reach(x, inst - 1);
		return;
	}
	for (uint32_t i = x->cfg.first_pred[k]; i < x->cfg.first_pred[k] + x->cfg.npreds[k]; i++) {
		const struct block *p = &x->b->block.at[x->cfg.pred[i]];
		reach(x, p->inst + p->ninsts - 1);
	}
}

/* Some way on from here leaves the section. */
static bool is_end(const struct scan *x, uint32_t term, uint32_t inst)
{
	const uint32_t *to;
	uint32_t n;

	if (!is_last_of_block(x, inst))
		return !goes_on(x, term, inst, inst + 1);
	to = body_successors(x->b, x->block[inst], &n);
	for (uint32_t i = 0; i < n; i++)
		if (!goes_on(x, term, inst, x->b->block.at[to[i]].inst))
			return true;
	return n == 0;
}

/* ---- one section ---- */

static void flag_object(struct scan *x, uint32_t first, uint32_t object, uint8_t flag)
{
	for (uint32_t i = first; i < x->s->standing.n; i++)
		if (x->object[x->s->standing.at[i].inst] == object)
			x->s->standing.at[i].flags |= flag;
}

/* Anything but the release itself and arithmetic; or where ways meet, of which some have not got the lock. */
static bool does_something(const struct scan *x, uint32_t term, uint32_t inst)
{
	const struct inst *in = &x->b->inst.at[inst];

	switch (in->op) {
	case OP_call:
		return !is_end(x, term, inst) && !is_intrinsic(x->r->p, x->b, in);
	case OP_load:
	case OP_store:
	case OP_rmw:
	case OP_cmpxchg:
	case OP_memcpy:
	case OP_memset:
	case OP_asm:
	case OP_asm_goto:
		return true;
	default:
		return is_end(x, term, inst);
	}
}

/* All of it, into region; its objects as standings. */
static void fill(struct scan *x, uint32_t term, uint32_t start, uint32_t section)
{
	x->number++;
	x->todo.n = x->region.n = 0;
	reach(x, start);
	while (x->todo.n && x->steps < limit(LIMIT_belief_steps)) {
		uint32_t inst = x->todo.at[--x->todo.n];
		x->steps++;
		*vec_add(&x->scratch, &x->region) = inst;
		x->member[inst] = section + 1;
		x->s->section.at[section].open |= x->b->inst.at[inst].op == OP_ret;
		x->s->section.at[section].busy |= does_something(x, term, inst) || x->block[inst] != x->block[start];
		if (x->object[inst])
			*vec_add(x->out, &x->s->standing) = (struct standing){ inst, section, 0 };
		reach_next(x, term, inst);
	}
}

/* From the start forward, to the first object on each way. */
static void mark_first(struct scan *x, uint32_t term, uint32_t start, uint32_t first)
{
	x->number++;
	x->todo.n = 0;
	reach(x, start);
	while (x->todo.n && x->steps < limit(LIMIT_belief_steps)) {
		uint32_t inst = x->todo.at[--x->todo.n];
		x->steps++;
		if (x->object[inst])
			flag_object(x, first, x->object[inst], STANDS_FIRST);
		else
			reach_next(x, term, inst);
	}
}

/* From each end backwards, inside the region, to the last object on each way. */
static void mark_last(struct scan *x, uint32_t term, uint32_t first)
{
	uint32_t section = x->s->section.n; /* + 1 */

	x->number++;
	x->todo.n = 0;
	for (uint32_t i = 0; i < x->region.n; i++)
		if (is_end(x, term, x->region.at[i]))
			reach(x, x->region.at[i]);
	while (x->todo.n && x->steps < limit(LIMIT_belief_steps)) {
		uint32_t inst = x->todo.at[--x->todo.n];
		x->steps++;
		if (x->member[inst] != section)
			continue;
		if (x->object[inst])
			flag_object(x, first, x->object[inst], STANDS_LAST);
		else
			reach_before(x, inst);
	}
}

static int by_number(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

static uint32_t count_objects(struct scan *x, uint32_t first)
{
	uint32_t n = x->s->standing.n - first, kinds = 0;
	uint32_t *object = arena_array(&x->scratch, (size_t)n + 1, sizeof *object);

	for (uint32_t i = 0; i < n; i++)
		object[i] = x->object[x->s->standing.at[first + i].inst];
	if (n)
		qsort(object, n, sizeof *object, by_number);
	for (uint32_t i = 0; i < n; i++)
		kinds += i == 0 || object[i] != object[i - 1];
	return kinds;
}

const char *member_of_record(struct arena *a, const struct program *p, const struct body *b, struct ref address)
{
	const struct inst *in = body_made_by(b, address);
	const struct type *t = in && in->op == OP_field ? program_type(p, type_strip(p, in->type)) : NULL;
	char *text = NULL;
	size_t len = 0;
	FILE *f;
	const char *name;

	if (!t || !t->name.i)
		return NULL;
	f = open_memstream(&text, &len);
	if (!f)
		die("out of memory");
	ir_print_path(p, in->type, body_offset(b, in), 0, f);
	fclose(f);
	name = len ? arena_format(a, "%s%s", program_str(p, t->name), text) : NULL;
	free(text);
	return name;
}

static void add_section(struct scan *x, uint32_t inst, uint32_t term)
{
	uint32_t section = x->s->section.n, first = x->s->standing.n, objects;

	*vec_add(x->out, &x->s->section) =
	    (struct section){ .fn = x->b->fn,
			      .inst = inst,
			      .term = term,
			      .member = member_of_record(x->out, x->r->p, x->b, body_arg(x->b, &x->b->inst.at[inst], 1)) };
	fill(x, term, inst + 1, section);
	objects = count_objects(x, first);
	x->s->section.at[section].objects = objects;
	if (objects == 1) {
		for (uint32_t i = first; i < x->s->standing.n; i++)
			x->s->standing.at[i].flags = STANDS_ONLY;
		return;
	}
	mark_first(x, term, inst + 1, first);
	mark_last(x, term, first);
}

/* ---- a function ---- */

static void look_at_call(struct scan *x, uint32_t inst)
{
	uint32_t n;
	const struct held *after;

	if (x->steps >= limit(LIMIT_belief_steps) || is_last_of_block(x, inst))
		return;
	after = contexts_locks(x->r->contexts, x->held[inst + 1], &n);
	for (uint32_t i = 0; x->held[inst] != x->held[inst + 1] && i < n; i++)
		if (!holds(x, x->held[inst], after[i].term))
			add_section(x, inst, after[i].term);
	if (changes_interrupts(x, inst, EVENT_DISABLE))
		add_section(x, inst, 0);
}

static bool takes_lock(const struct races *r, const struct body *b)
{
	for (uint32_t i = 0; i < b->inst.n; i++) {
		const struct inst *in = &b->inst.at[i];
		struct sym_id callee = in->op == OP_call ? body_callee(r->p, b, in) : (struct sym_id){ 0 };
		if (callee.i && events_find(r->points->row[callee.i], EVENT_ACQUIRE))
			return true;
	}
	return false;
}

static bool locks_anything(const struct scan *x)
{
	for (uint32_t i = 0; i < x->b->inst.n; i++)
		if (x->held[i] != x->held[0] || changes_interrupts(x, i, EVENT_DISABLE))
			return true;
	return false;
}

static int by_inst(const void *a, const void *b)
{
	const struct standing *x = a, *y = b;

	if (x->inst != y->inst)
		return x->inst < y->inst ? -1 : 1;
	return x->section < y->section ? -1 : x->section > y->section;
}

static void prepare(struct scan *x)
{
	uint32_t n = x->b->inst.n;

	x->object = arena_array(&x->scratch, n, sizeof *x->object);
	x->block = arena_array(&x->scratch, n, sizeof *x->block);
	x->inside = arena_array(&x->scratch, n, sizeof *x->inside);
	x->member = arena_array(&x->scratch, n, sizeof *x->member);
	for (uint32_t k = 0; k < x->b->block.n; k++)
		for (uint32_t i = x->b->block.at[k].inst; i < x->b->block.at[k].inst + x->b->block.at[k].ninsts; i++)
			x->block[i] = k;
	cfg_build(&x->scratch, x->b, &x->cfg);
	find_objects(x);
}

void sections_find(struct arena *out, struct races *r, const struct body *b, struct sections *s)
{
	const struct contexts *c = r->contexts;
	struct scan x = { .out = out, .r = r, .s = s, .b = b };

	if (c->first_by_fn[b->fn.i] == c->first_by_fn[b->fn.i + 1])
		return;
	s->takes = takes_lock(r, b);
	arena_init(&x.scratch, "sections");
	x.context = c->by_fn[c->first_by_fn[b->fn.i]];
	x.held = arena_array(&x.scratch, (size_t)x.b->inst.n + 1, sizeof *x.held);
	for (uint32_t i = 0; i < x.b->inst.n; i++)
		x.held[i] = contexts_held(c, x.context, i);
	if (locks_anything(&x)) {
		prepare(&x);
		for (uint32_t i = 0; i < x.b->inst.n; i++)
			if (x.b->inst.at[i].op == OP_call)
				look_at_call(&x, i);
		if (s->standing.n)
			qsort(s->standing.at, s->standing.n, sizeof *s->standing.at, by_inst);
		s->cut = limit_full(LIMIT_belief_steps, x.steps);
	}
	arena_release(&x.scratch);
}

const struct standing *sections_at(const struct sections *s, uint32_t inst, uint32_t *n)
{
	uint32_t low = 0, high = s->standing.n, end;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		if (s->standing.at[middle].inst < inst)
			low = middle + 1;
		else
			high = middle;
	}
	for (end = low; end < s->standing.n && s->standing.at[end].inst == inst; end++)
		continue;
	*n = end - low;
	return *n ? s->standing.at + low : NULL;
}
