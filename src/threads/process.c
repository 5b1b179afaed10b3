/* Which places run in the child of a fork: it has memory of its own, and of the threads only the one that has forked.
 *
 *     child = fork();
 *     if (child == 0) {
 *             level = 2;         the child's own level: nobody else sees it
 *             serve();           threads that are started here share it
 *             _exit(0);
 *     }
 *
 * Of each fork it is known which blocks of its function surely run in the child, by what branches ask of the result, and which
 * may; both go down the calls, and with threads to where they begin.
 *
 * A fork whose child goes on behind the function that has called it counts as none, except in main. */
#include "threads/process.h"

#include <string.h>

#include "base/limit.h"
#include "code/address.h"
#include "code/event.h"
#include "code/loop.h"
#include "code/test.h"
#include "threads/running.h"

enum { BEFORE = 1, FAILED = 2, CHILD = 4, PARENT = 8 }; /* where a block may be, as far as the result tells */

/* ---- in the function that forks ---- */

static uint8_t kept_by(const struct test *t, uint8_t where)
{
	uint8_t kept = where & BEFORE;

	kept |= test_holds(t, -1) ? where & FAILED : 0;
	kept |= test_holds(t, 0) ? where & CHILD : 0;
	return kept | (test_holds(t, 1) ? where & PARENT : 0);
}

/* A function that forks, and the value by which the ways behind tell who is there. */
struct forking {
	const struct program *p;
	const struct body *b;
	uint32_t block;
	struct ref result;
};

static uint8_t through_fork(void *with, uint32_t block, uint8_t where)
{
	const struct forking *x = with;

	return block == x->block ? FAILED | CHILD | PARENT : where;
}

/* Where one is behind this way out of the block. */
static uint8_t behind(void *with, uint32_t block, uint32_t way, uint8_t where)
{
	const struct forking *x = with;
	const struct body *b = x->b;
	struct ref result = x->result;
	const struct inst *end = body_end(b, block);
	struct fork f;
	int64_t number;

	if (fork_of(x->p, b, block, &f) && peel_base(b, f.test.value, PEEL_WIDENING).bits == result.bits) {
		struct test t = way ? test_not(f.test) : f.test;
		return kept_by(&t, where);
	}
	if (end->op == OP_switch && way && peel_base(b, body_arg(b, end, 0), PEEL_WIDENING).bits == result.bits &&
	    program_number(x->p, body_arg(b, end, way), &number)) {
		struct test t = { .compare = COMPARE_eq, .number = number };
		return kept_by(&t, where);
	}
	return where;
}

static const struct body *code_of(const struct threads *t, struct fn_id fn)
{
	return &code_get(t->running->shapes, fn)->body;
}

static bool is_main(const struct points *points, struct fn_id fn)
{
	const struct program *p = points->p;

	return points->main && !strcmp(program_str(p, program_sym(p, program_fn(p, fn)->sym)->name), points->main);
}

/* False: a child comes back from the function, or there is none to be told apart. */
static bool find_where(struct arena *a, const struct threads *t, struct fork_place at, uint8_t **out)
{
	const struct body *b = code_of(t, at.fn);
	bool main = is_main(t->contexts->points, at.fn);
	struct forking x = { t->contexts->points->p, b, block_of_inst(b, at.inst), ref_make(REF_VALUE, body_value(b, at.inst)) };
	uint8_t *where = blocks_flow(a, b, (struct block_flow){ BEFORE, through_fork, behind }, &x);
	bool told = false;

	for (uint32_t k = 0; k < b->block.n; k++) {
		told |= where[k] == CHILD;
		if (!main && where[k] & CHILD && body_end(b, k)->op == OP_ret)
			return false;
	}
	*out = where;
	return told;
}

static void find_forks(struct arena *a, struct processes *x)
{
	const struct contexts *c = x->threads->contexts;

	for (uint32_t i = 1; i < c->event.n; i++) {
		const struct event *e = &c->event.at[i];
		struct fork_place at = { c->context.at[e->context].fn, e->inst };
		bool known = !event_is(e->row, EVENT_FORK) || event_shares(e->row);
		for (uint32_t k = 0; k < x->n; k++)
			known |= x->fork[k].fn.i == at.fn.i && x->fork[k].inst == at.inst;
		if (known || limit_full(LIMIT_race_forks, x->n))
			continue;
		x->fork[x->n] = at;
		x->n += find_where(a, x->threads, at, &x->where[x->n]);
	}
}

uint64_t processes_here(const struct processes *x, struct fn_id fn, uint32_t inst, bool surely)
{
	uint64_t in = 0;

	for (uint32_t k = 0; k < x->n; k++) {
		const struct body *b = x->fork[k].fn.i == fn.i ? code_of(x->threads, fn) : NULL;
		uint32_t block = b ? block_of_inst(b, inst) : 0;
		if (b && (surely ? x->where[k][block] == CHILD
				 : x->where[k][block] & CHILD || (block == block_of_inst(b, x->fork[k].inst) && inst > x->fork[k].inst)))
			in |= (uint64_t)1 << k;
	}
	return in;
}

/* ---- down the calls ---- */

struct process_in { /* see struct processes */
	uint64_t surely, may, called;
};

struct process_flow {
	struct processes *to;
	struct arena scratch;
	VEC(uint32_t) todo;
	bool *waiting;
};

static void enter(struct process_flow *f, uint32_t context, struct process_in in)
{
	struct processes *x = f->to;
	uint64_t s = x->reached[context] ? x->surely[context] & in.surely : in.surely, m = x->may[context] | in.may,
		 called = x->called[context] | in.called;

	if (x->reached[context] && s == x->surely[context] && m == x->may[context] && called == x->called[context])
		return;
	x->called[context] = called;
	x->reached[context] = true;
	x->surely[context] = s;
	x->may[context] = m;
	if (!f->waiting[context])
		*vec_add(&f->scratch, &f->todo) = context;
	f->waiting[context] = true;
}

/* Where a thread begins that is started, or a handler that comes at any time, in the child or not. */
static void begin_below(struct process_flow *f, const struct edge *e, struct process_in in)
{
	const struct root *root = &f->to->threads->contexts->root.at[e->root];

	if (root->kind == ROOT_THREAD)
		enter(f, e->to, (struct process_in){ in.surely, in.may, 0 });
	else if (root->kind == ROOT_HANDLER && root->model == MODEL_KIND_ATCHILD)
		enter(f, e->to, (struct process_in){ IN_HANDLER, UINT64_MAX, 0 });
	else
		enter(f, e->to, (struct process_in){ 0, UINT64_MAX & ~IN_HANDLER, 0 });
}

static void flow_from(struct process_flow *f, uint32_t context)
{
	const struct processes *x = f->to;
	const struct contexts *of = x->threads->contexts;
	const struct context *c = &of->context.at[context];

	for (uint32_t i = c->edge; i < c->edge + c->nedges; i++) {
		const struct edge *e = &of->edge.at[i];
		uint64_t here = processes_here(x, c->fn, e->inst, true);
		struct process_in in = { x->surely[context] | here, x->may[context] | processes_here(x, c->fn, e->inst, false),
					 x->called[context] | here };
		if (e->root)
			begin_below(f, e, in);
		else
			enter(f, e->to, in);
	}
}

struct processes *processes_find(struct arena *a, const struct threads *t)
{
	const struct contexts *c = t->contexts;
	struct process_flow f = { 0 };
	bool forks = false;

	for (uint32_t i = 1; i < c->event.n; i++)
		forks |= event_is(c->event.at[i].row, EVENT_FORK);
	/* who has a handler for children expects others to fork */
	for (uint32_t i = 1; i < c->root.n; i++)
		forks |= c->root.at[i].kind == ROOT_HANDLER && c->root.at[i].model == MODEL_KIND_ATCHILD;
	if (!forks)
		return NULL;
	f.to = arena_new(a, struct processes);
	f.to->threads = t;
	f.to->surely = arena_array(a, c->context.n, sizeof *f.to->surely);
	f.to->may = arena_array(a, c->context.n, sizeof *f.to->may);
	f.to->called = arena_array(a, c->context.n, sizeof *f.to->called);
	f.to->reached = arena_array(a, c->context.n, sizeof *f.to->reached);
	find_forks(a, f.to);
	arena_init(&f.scratch, "processes");
	f.waiting = arena_array(&f.scratch, c->context.n, sizeof *f.waiting);
	for (uint32_t i = 1; i < c->root.n; i++)
		if (c->root.at[i].context && !c->root.at[i].edge)
			enter(&f, c->root.at[i].context, (struct process_in){ 0 });
	while (f.todo.n) {
		uint32_t context = f.todo.at[--f.todo.n];
		f.waiting[context] = false;
		flow_from(&f, context);
	}
	arena_release(&f.scratch);
	return f.to;
}
