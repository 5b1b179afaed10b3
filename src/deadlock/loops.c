/* Loops that wait for a condition: what memory must hold for a way out of them to be taken, and who stores that.
 *
 *     while (!q->ready && !q->stop)          doors: q->ready != 0, q->stop != 0
 *             pthread_cond_wait(&q->c, &q->m);
 *
 * A *door* is a way behind a question about memory. It is open if what is there at first opens it, or if the question is about
 * something else, too; else a store has to. The loop is around the wait, or around a call that leads to it. What the question is
 * made from is followed through arithmetic, and into small functions that return it. */
#include "deadlock/stall.h"

#include <stdlib.h>

#include "base/limit.h"
#include "code/loop.h"
#include "threads/gates/flag.h"
#include "threads/values/branch.h"

enum { MOST_LOADS = 8, MOST_CALLERS = 64 }; /* the most that limits.def allows */

/* What a question looks at. */
struct stall_look {
	struct stall *s;
	struct {
		const struct code *code;
		uint32_t inst;
	} load[MOST_LOADS];
	uint32_t n, steps;
	bool known; /* it looks at nothing else */
};

/* A way that waits for its stores to be found. */
struct stall_question {
	uint32_t door;
	struct cell cell[MOST_LOADS];
	int64_t first[MOST_LOADS];
	bool has_first[MOST_LOADS];
	uint32_t of[MOST_LOADS]; /* by cell: the load */
	uint32_t ncells;
	struct test test; /* of the only load, on this way; compare none: it is more than that */
};

struct stall_questions {
	VEC(struct stall_question) at;
};

/* ---- what a question looks at ---- */

static void look(struct stall_look *l, const struct code *code, struct ref r, uint32_t depth);

/* The value that a small function of the program returns. */
static void look_into(struct stall_look *l, struct sym_id callee, uint32_t depth)
{
	struct fn_id fn = callee.i ? program_sym(l->s->r->p, callee)->fn : (struct fn_id){ 0 };
	const struct code *code = fn.i ? code_get(l->s->r->shapes, fn) : NULL;

	if (!code || limit_full(LIMIT_deadlock_inside, depth) || limit_full(LIMIT_deadlock_looks, code->body.inst.n)) {
		l->known = false;
		return;
	}
	for (uint32_t i = 0; i < code->body.inst.n; i++)
		if (code->body.inst.at[i].op == OP_ret)
			look(l, code, body_arg(&code->body, &code->body.inst.at[i], 0), depth + 1);
}

static void look_at(struct stall_look *l, const struct code *code, uint32_t inst, uint32_t depth)
{
	const struct inst *in = &code->body.inst.at[inst];

	switch (in->op) {
	case OP_load:
		for (uint32_t i = 0; i < l->n; i++)
			if (l->load[i].code == code && l->load[i].inst == inst)
				return;
		if (limit_full(LIMIT_deadlock_loads, l->n)) {
			l->known = false;
			return;
		}
		l->load[l->n].code = code;
		l->load[l->n++].inst = inst;
		return;
	case OP_binary:
	case OP_compare:
	case OP_cast:
	case OP_copy:
	case OP_select:
	case OP_phi:
		for (uint32_t k = 0; k < in->nargs && l->known; k++)
			look(l, code, body_arg(&code->body, in, k), depth);
		return;
	case OP_call:
		look_into(l, body_callee(l->s->r->p, &code->body, in), depth);
		return;
	default:
		l->known = false;
	}
}

static void look(struct stall_look *l, const struct code *code, struct ref r, uint32_t depth)
{
	uint32_t inst = body_inst_of(&code->body, r);

	if (ref_kind(r) != REF_VALUE)
		return;
	if (inst == UINT32_MAX || limit_full(LIMIT_deadlock_looks, l->steps++))
		l->known = false; /* an argument: who calls may ask for anything */
	else
		look_at(l, code, inst, depth);
}

/* ---- what is there at first ---- */

static bool first_of(const struct stall *s, struct cell cell, uint32_t bits, int64_t *number)
{
	const struct points *pt = s->c->points;
	uint32_t n;
	const uint32_t *object = points_objects(pt, cell.class, &n);

	*number = 0;
	for (uint32_t i = 0; i < n; i++) {
		const struct object *o = &pt->object.at[object[i]];
		const struct sym *sym = o->kind == OBJECT_VARIABLE ? program_sym(pt->p, o->sym) : NULL;
		bool made = o->kind == OBJECT_HEAP || (o->kind == OBJECT_STACK && !(o->inst & POINTS_PARAM));
		if (made)
			continue; /* nothing, until something is stored */
		if (!sym || !(sym->flags & SYM_DEFINED))
			return false;
		if (!program_bytes(pt->p, sym->data).len)
			continue;
		if (n > 1 || points_fold(pt, cell.class))
			return false;
		*number = filled_first(pt->p, o->sym.i, bits, cell.offset - o->cell.offset);
	}
	return n > 0;
}

static bool first_returned(const struct stall_look *, const struct stall_question *, struct sym_id callee, int64_t *number);

/* The question with what is there at first. False: not known. */
static bool first_answer(const struct stall_look *l, const struct stall_question *q, const struct code *code, struct ref r,
			 int64_t *number)
{
	const struct inst *in = body_made_by(&code->body, r);
	int64_t a, b;

	if (program_constant(l->s->r->p, r, number))
		return true;
	if (!in)
		return false;
	if (in->op == OP_load) {
		for (uint32_t i = 0; i < l->n; i++)
			if (l->load[i].code == code && &code->body.inst.at[l->load[i].inst] == in) {
				*number = q->first[i];
				return q->has_first[i];
			}
		return false;
	}
	if (in->op == OP_call)
		return first_returned(l, q, body_callee(l->s->r->p, &code->body, in), number);
	if (in->op == OP_cast || in->op == OP_copy)
		return first_answer(l, q, code, body_arg(&code->body, in, 0), number);
	if ((in->op != OP_compare && in->op != OP_binary) || !first_answer(l, q, code, body_arg(&code->body, in, 0), &a) ||
	    !first_answer(l, q, code, body_arg(&code->body, in, 1), &b))
		return false;
	if (in->op == OP_compare)
		*number = compare_holds(in->sub, a, b);
	else if (in->sub == BINARY_and)
		*number = a & b;
	else if (in->sub == BINARY_or)
		*number = a | b;
	else if (in->sub == BINARY_xor)
		*number = a ^ b;
	else
		return false;
	if (program_type(l->s->r->p, type_strip(l->s->r->p, in->type))->size == 1)
		*number &= 1;
	return true;
}

static bool first_returned(const struct stall_look *l, const struct stall_question *q, struct sym_id callee, int64_t *number)
{
	struct fn_id fn = callee.i ? program_sym(l->s->r->p, callee)->fn : (struct fn_id){ 0 };
	const struct code *code = fn.i ? code_get(l->s->r->shapes, fn) : NULL;
	const struct inst *ret = NULL;

	for (uint32_t i = 0; code && i < code->body.inst.n; i++) {
		if (code->body.inst.at[i].op == OP_ret && ret)
			return false;
		if (code->body.inst.at[i].op == OP_ret)
			ret = &code->body.inst.at[i];
	}
	return ret && first_answer(l, q, code, body_arg(&code->body, ret, 0), number);
}

/* ---- doors ---- */

static uint32_t bits_of(const struct stall *s, const struct code *code, uint32_t inst)
{
	const struct type *t = program_type(s->r->p, type_strip(s->r->p, code->body.inst.at[inst].type));

	return t->size && t->size <= 64 ? (uint32_t)t->size : 64;
}

/* What a load may look at, in whichever copy of its function; what is there at first must be the same wherever that is. */
static bool find_cells_of(const struct stall_look *l, struct stall_question *q, uint32_t load)
{
	const struct points *pt = l->s->c->points;
	const struct code *code = l->load[load].code;
	const struct inst *in = &code->body.inst.at[l->load[load].inst];
	struct cell cell[MOST_LOADS];
	uint32_t n = points_cells(pt, code->body.fn, body_arg(&code->body, in, 0), cell, limit(LIMIT_deadlock_cells)), found = 0;

	if (limit_over(LIMIT_deadlock_cells, n))
		return false;
	for (uint32_t i = 0; i < n; i++) {
		uint32_t objects;
		int64_t first;
		(void)points_objects(pt, cell[i].class, &objects);
		if (!cell[i].class || !objects)
			continue; /* a copy that nobody calls */
		if (limit_full(LIMIT_deadlock_loads, q->ncells))
			return false;
		q->has_first[load] = first_of(l->s, cell[i], bits_of(l->s, code, l->load[load].inst), &first) &&
				     (!found || (q->has_first[load] && q->first[load] == first));
		q->first[load] = first;
		q->of[q->ncells] = load;
		q->cell[q->ncells++] = cell[i];
		found++;
	}
	return found != 0;
}

static bool find_cells(const struct stall_look *l, struct stall_question *q)
{
	for (uint32_t i = 0; i < l->n; i++)
		if (!find_cells_of(l, q, i))
			return false;
	return l->n > 0;
}

static void add_door(struct stall *s, uint32_t block, uint32_t to, bool open)
{
	*vec_add(s->a, &s->door) = (struct stall_door){ .block = block, .to = to, .open = open };
}

/* Both ways of a branch. */
static void add_branch(struct stall *s, struct stall_questions *all, const struct code *code, uint32_t block)
{
	struct stall_look l = { .s = s, .known = true };
	const struct inst *end = body_end(&code->body, block);
	struct ref condition = body_arg(&code->body, end, 0);
	struct stall_question q = { 0 };
	struct test test = test_of_condition(s->r->p, &code->body, condition);
	int64_t answer;
	bool known, single;

	look(&l, code, condition, 0);
	if (!l.known || !find_cells(&l, &q)) {
		add_door(s, block, code->body.word.at[end->word], true);
		add_door(s, block, code->body.word.at[end->word + 1], true);
		return;
	}
	single = l.n == 1 && l.load[0].code == code && body_inst_of(&code->body, test.value) == l.load[0].inst;
	known = first_answer(&l, &q, code, condition, &answer);
	if (single && q.has_first[0]) {
		known = true;
		answer = test_holds(&test, q.first[0]);
	}
	for (uint32_t way = 0; way < 2; way++) {
		q.door = s->door.n;
		q.test = single ? way ? test_not(test) : test : (struct test){ 0 };
		add_door(s, block, code->body.word.at[end->word + way], !known || !answer == (way == 1));
		if (!s->door.at[q.door].open)
			*vec_add(s->a, &all->at) = q;
	}
}

/* Is there a way out, or round, that no door closes? Only ways with doors are asked about. */
static bool is_closed(const struct stall *s, const struct stall_wait *w, const struct code *code, uint32_t block)
{
	bool *seen = arena_array(s->a, code->body.block.n, sizeof *seen);
	uint32_t *todo = arena_array(s->a, code->body.block.n, sizeof *todo), n = 0;

	todo[n++] = w->header;
	seen[w->header] = true;
	while (n) {
		uint32_t b = todo[--n], nnext;
		const uint32_t *next = body_successors(&code->body, b, &nnext);
		if (b == block)
			continue; /* behind the wait the questions are asked again */
		for (uint32_t k = 0; k < nnext; k++) {
			bool open = true;
			for (uint32_t i = w->door; i < w->door + w->ndoors; i++)
				if (s->door.at[i].block == b && s->door.at[i].to == next[k])
					open = s->door.at[i].open;
			if (!open)
				continue;
			if (!w->inside[next[k]])
				return false;
			if (!seen[next[k]]) {
				seen[next[k]] = true;
				todo[n++] = next[k];
			}
		}
	}
	return true;
}

static bool add_loop(struct stall *s, struct stall_questions *all, uint32_t event, uint32_t context, uint32_t inst)
{
	const struct code *code = code_get(s->r->shapes, s->c->context.at[context].fn);
	struct stall_wait w = {
		.kind = event ? STALL_FLAG : STALL_ROUND, .event = event, .context = context, .inst = inst, .door = s->door.n
	};
	uint32_t block = code_block(code, inst), asked = all->at.n, wait = event ? block : UINT32_MAX;

	for (uint32_t h = block; !w.inside; h = code->cfg.dominator[h]) {
		const bool *inside = loop_blocks(s->a, &code->cfg, h);
		if (inside && inside[block]) {
			w.header = h;
			w.inside = inside;
		}
		if (h == code->cfg.dominator[h])
			break;
	}
	if (!w.inside)
		return false;
	for (uint32_t b = 0; b < code->body.block.n; b++)
		if (w.inside[b] && body_end(&code->body, b)->op == OP_branch)
			add_branch(s, all, code, b);
	w.ndoors = s->door.n - w.door;
	if (!is_closed(s, &w, code, wait)) {
		all->at.n = asked;
		s->door.n = w.door;
		return false;
	}
	w.bit = s->ways.bits;
	for (uint32_t b = 0; b < code->body.block.n; b++) {
		uint32_t n;
		const uint32_t *next = w.inside[b] ? body_successors(&code->body, b, &n) : NULL;
		for (uint32_t k = 0; next && k < n; k++)
			if (!w.inside[next[k]])
				ways_mark(&s->ways, (struct way_mark){ context, b, next[k], w.bit });
	}
	if (s->ways.bits == w.bit) /* nobody leaves it */
		ways_mark(&s->ways, (struct way_mark){ context, inst, UINT32_MAX, w.bit });
	*vec_add(s->a, &s->wait) = w;
	return true;
}

/* The loops around the wait, or around a call that leads there; else the wait stands alone. */
static void climb(struct stall *s, struct stall_questions *all, uint32_t event, uint32_t context, uint32_t inst)
{
	struct spot spot[MOST_CALLERS];
	uint32_t n = 1, found = 0;

	spot[0] = (struct spot){ 0, context, inst };
	for (uint32_t i = 0; i < n; i++) {
		if (add_loop(s, all, event, spot[i].context, spot[i].inst)) {
			found++;
			continue;
		}
		for (uint32_t k = s->c->first_into[spot[i].context]; k < s->c->first_into[spot[i].context + 1]; k++) {
			const struct edge *e = &s->c->edge.at[s->c->into[k]];
			if (e->kind != SITE_CALL || e->root || limit_full(LIMIT_deadlock_inside, spot[i].thread))
				continue;
			if (!limit_full(LIMIT_deadlock_callers, n))
				spot[n++] = (struct spot){ spot[i].thread + 1, e->context, e->inst }; /* thread: how far up */
		}
	}
	if (found)
		return;
	ways_mark(&s->ways, (struct way_mark){ context, inst, UINT32_MAX, s->ways.bits });
	*vec_add(s->a, &s->wait) = (struct stall_wait){
		.kind = STALL_SIGNAL, .event = event, .context = context, .inst = inst, .bit = s->ways.bits - 1
	};
}

/* Loops of threads that go round as long as memory says so: who joins such a thread waits for who stores something else. */
static void find_rounds(struct stall *s, struct stall_questions *all)
{
	for (uint32_t k = 1; k < s->t->thread.n; k++) {
		uint32_t n;
		const uint32_t *start = threads_starts(s->t, k, &n);
		for (uint32_t i = 0; s->c->root.at[s->t->thread.at[k].root].kind == ROOT_THREAD && i < n; i++) {
			const struct code *code = code_get(s->r->shapes, s->c->context.at[start[i]].fn);
			for (uint32_t b = 0; b < code->body.block.n; b++)
				if (code->cfg.position[b] && loop_blocks(s->a, &code->cfg, b) &&
				    !limit_full(LIMIT_deadlock_waits, s->wait.n))
					add_loop(s, all, 0, start[i], code->body.block.at[b].inst);
		}
	}
}

/* ---- who opens them ---- */

struct stall_stores {
	struct stall *s;
	struct stall_questions *all;
	struct map by_class; /* class -> 1 */
	struct fn_id fn;
	const struct body *body;
	bool reached; /* contexts know of the function */
};

static bool is_of(const struct stall *s, const struct stall_question *q, uint32_t cell, struct cell at, bool whole)
{
	return q->cell[cell].class == at.class &&
	       (whole || q->cell[cell].offset == at.offset || points_fold(s->c->points, at.class));
}

/* Does what is stored here leave the door shut? */
static bool stays_shut(const struct stall_stores *x, const struct stall_question *q, uint32_t cell, const struct inst *in)
{
	int64_t number;

	if (in->op != OP_store || !program_constant(x->s->r->p, body_arg(x->body, in, 1), &number))
		return false;
	return q->test.compare ? !test_holds(&q->test, number) : q->has_first[q->of[cell]] && number == q->first[q->of[cell]];
}

/* Providers are kept by door afterwards. */
struct stall_opening {
	uint32_t door, context, inst;
};
struct stall_openings {
	VEC(struct stall_opening) at;
};

static void opens(struct stall_stores *x, struct stall_openings *out, uint32_t inst, struct cell at, bool whole)
{
	const struct contexts *c = x->s->c;

	for (uint32_t i = 0; i < x->all->at.n; i++) {
		struct stall_question *q = &x->all->at.at[i];
		for (uint32_t k = 0; k < q->ncells; k++) {
			if (!is_of(x->s, q, k, at, whole) || stays_shut(x, q, k, &x->body->inst.at[inst]))
				continue;
			if (!x->reached)
				x->s->door.at[q->door].open = true;
			for (uint32_t f = c->first_by_fn[x->fn.i]; f < c->first_by_fn[x->fn.i + 1]; f++)
				*vec_add(x->s->a, &out->at) = (struct stall_opening){ q->door, c->by_fn[f], inst };
		}
	}
}

static void look_for_store(struct stall_stores *x, struct stall_openings *out, uint32_t inst)
{
	const struct inst *in = &x->body->inst.at[inst];
	bool store = in->op == OP_store || in->op == OP_rmw || in->op == OP_cmpxchg,
	     whole = in->op == OP_memcpy || in->op == OP_memset || in->op == OP_call || in->op == OP_asm;
	const struct model_row *rows = in->op == OP_call && body_callee(x->s->r->p, x->body, in).i
					   ? points_rows(x->s->c->points, body_callee(x->s->r->p, x->body, in))
					   : NULL;
	struct sym_id callee = in->op == OP_call ? body_callee(x->s->r->p, x->body, in) : (struct sym_id){ 0 };

	if ((!store && !whole) || (callee.i && program_sym(x->s->r->p, callee)->fn.i) || (rows && !events_have(rows, TRAIT_STORES)))
		return;
	for (uint32_t k = 0; k < (store || in->op == OP_memset || in->op == OP_memcpy ? 1 : in->nargs); k++) {
		struct cell cell[MOST_LOADS];
		uint32_t n = points_cells(x->s->c->points, x->fn, body_arg(x->body, in, k), cell, limit(LIMIT_deadlock_cells));
		for (uint32_t i = 0; i < n && !limit_full(LIMIT_deadlock_cells, i); i++)
			if (cell[i].class && map_get(&x->by_class, cell[i].class))
				opens(x, out, inst, cell[i], whole);
	}
}

static int by_door(const void *a, const void *b)
{
	const struct stall_opening *x = a, *y = b;

	if (x->door != y->door)
		return x->door < y->door ? -1 : 1;
	if (x->context != y->context)
		return x->context < y->context ? -1 : 1;
	return (x->inst > y->inst) - (x->inst < y->inst);
}

static void keep_openings(struct stall *s, struct stall_openings *all)
{
	if (all->at.n)
		qsort(all->at.at, all->at.n, sizeof *all->at.at, by_door);
	for (uint32_t i = 0; i < all->at.n; i++) {
		const struct stall_opening *o = &all->at.at[i];
		struct stall_door *d = &s->door.at[o->door];
		if (!d->nproviders++)
			d->provider = s->provider.n;
		*vec_add(s->a, &s->provider) = (struct stall_provider){ .context = o->context, .inst = o->inst };
	}
}

void stall_find_loops(struct stall *s, const uint32_t *event, uint32_t n, bool rounds)
{
	struct stall_questions all = { 0 };
	struct stall_openings found = { 0 };
	struct stall_stores x = { .s = s, .all = &all };
	struct body body = { 0 };

	for (uint32_t i = 0; i < n; i++)
		climb(s, &all, event[i], s->c->event.at[event[i]].context, s->c->event.at[event[i]].inst);
	if (rounds)
		find_rounds(s, &all);
	for (uint32_t i = 0; i < all.at.n; i++)
		for (uint32_t k = 0; k < all.at.at[i].ncells; k++)
			map_put(s->a, &x.by_class, all.at.at[i].cell[k].class, 1);
	for (uint32_t f = 1; all.at.n && f < s->r->p->fn.n; f++) {
		x.fn = (struct fn_id){ f };
		x.body = &body;
		x.reached = s->c->first_by_fn[f] < s->c->first_by_fn[f + 1];
		body_get(s->a, s->r->p, x.fn, &body);
		for (uint32_t i = 0; i < body.inst.n; i++)
			look_for_store(&x, &found, i);
	}
	keep_openings(s, &found);
}
