/* Semaphores that hand one token round, and so are one lock together.
 *
 *     sem_init(&ping, 0, 1); sem_init(&pong, 0, 0);
 *     A: wait(&ping); ball++; post(&pong);          B: wait(&pong); ball++; post(&ping);
 *
 * The numbers that semaphores of a group begin with have the sum 1, and whoever posts one of them has waited for one of them
 * before, once: then the sum of all numbers and of those who are between a wait and a post is never more than 1. Semaphores are
 * of one group where one is posted behind a wait for the other.
 *
 * Each function is looked at by itself, and has to be without the token where it begins and where it ends; then calls change
 * nothing. Only variables are such semaphores, initialised once by main or where they are defined, and used by the rows of the
 * models alone.
 *
 * misses  waits whose result is asked for, or that may give up; semaphores in records */
#include "summary/census/token.h"

#include <string.h>

#include "code/address.h"
#include "code/loop.h"
#include "ir/mutex.h"

enum token_state { STATE_NONE, STATE_FREE, STATE_TAKEN };

struct token_block {
	uint8_t state;
	uint32_t by; /* STATE_TAKEN: the semaphore that was waited for */
};

struct tokens {
	const struct points *pt;
	uint32_t *up;     /* by symbol: another of its group; 0: no semaphore */
	bool *bad;        /* by symbol: it is used otherwise */
	int64_t *count;   /* by symbol: what it begins with */
	uint8_t *inits;   /* by symbol: how often, 2: or more */
	struct body b;
	bool *used;       /* by value */
	struct token_block *block;
};

static uint32_t group_of(const struct tokens *t, uint32_t s)
{
	while (t->up[s] != s)
		s = t->up[s] = t->up[t->up[s]];
	return s;
}

static void unite(const struct tokens *t, uint32_t a, uint32_t b)
{
	a = group_of(t, a);
	b = group_of(t, b);
	t->up[a > b ? a : b] = a > b ? b : a;
}

/* The variable that this is the address of, or of a part of it. */
static struct sym_id variable_at(const struct tokens *t, struct ref r, int64_t *offset)
{
	struct sym_id s = ref_symbol(t->pt->p, peel_base(&t->b, r, PEEL_CASTS), offset);

	return s.i ? sym_behind_alias(t->pt->p, s) : s;
}

/* A semaphore; one that is an element or a member is no token. */
static uint32_t semaphore_at(const struct tokens *t, struct ref r)
{
	int64_t offset = 0;
	struct sym_id s = variable_at(t, r, &offset);

	if (!s.i || !t->up[s.i])
		return 0;
	t->bad[s.i] |= offset != 0;
	return s.i;
}

/* What is neither of these makes a semaphore bad. */
static const struct model_row *row_on(const struct tokens *t, const struct inst *in, uint32_t k)
{
	struct sym_id callee = in->op == OP_call && k ? body_callee(t->pt->p, &t->b, in) : (struct sym_id){ 0 };

	for (const struct model_row *r = callee.i ? points_rows(t->pt, callee) : NULL; r; r = r->next)
		if (event_argument_number(&r->on) == k && (event_is(r, EVENT_INIT) || event_is(r, EVENT_ACQUIRE) ||
							    event_is(r, EVENT_RELEASE) || event_is(r, EVENT_DESTROY)))
			return r;
	return NULL;
}

static bool is_sure_wait(const struct tokens *t, const struct model_row *r, uint32_t inst)
{
	return !(r->flags & (MODEL_TRY | MODEL_TIMED)) && (!event_asks_result(r) || !t->used[body_value(&t->b, inst)]);
}

static void run_operation(struct tokens *t, struct token_block *now, const struct model_row *r, uint32_t inst, uint32_t s)
{
	if (event_is(r, EVENT_ACQUIRE)) {
		t->bad[s] |= now->state != STATE_FREE || !is_sure_wait(t, r, inst);
		*now = (struct token_block){ STATE_TAKEN, s };
	} else if (event_is(r, EVENT_RELEASE)) {
		t->bad[s] |= now->state != STATE_TAKEN;
		if (now->state == STATE_TAKEN)
			unite(t, now->by, s);
		*now = (struct token_block){ STATE_FREE, 0 };
	}
}

static void run_block(struct tokens *t, uint32_t block, struct token_block *now)
{
	const struct block *at = &t->b.block.at[block];

	for (uint32_t i = at->inst; i < at->inst + at->ninsts; i++) {
		const struct inst *in = &t->b.inst.at[i];
		for (uint32_t k = 1; in->op == OP_call && k < in->nargs; k++) {
			uint32_t s = semaphore_at(t, body_arg(&t->b, in, k));
			const struct model_row *r = s ? row_on(t, in, k) : NULL;
			if (r)
				run_operation(t, now, r, i, s);
		}
		if (in->op == OP_ret && now->state == STATE_TAKEN)
			t->bad[now->by] = true;
	}
}

/* What a block begins with where ways meet. True: it is new. */
static bool join(const struct tokens *t, uint32_t block, struct token_block now)
{
	struct token_block *at = &t->block[block];

	if (at->state == STATE_NONE) {
		*at = now;
		return true;
	}
	if (at->state == STATE_TAKEN && now.state == STATE_TAKEN)
		unite(t, at->by, now.by);
	else if (at->state != now.state)
		t->bad[at->state == STATE_TAKEN ? at->by : now.by] = true;
	return false;
}

static void follow(struct tokens *t, struct arena *a)
{
	uint32_t *todo = arena_array(a, t->b.block.n + 1u, sizeof *todo), n = 0;

	t->block = arena_array(a, t->b.block.n + 1u, sizeof *t->block);
	t->block[0].state = STATE_FREE;
	todo[n++] = 0;
	while (n) {
		uint32_t block = todo[--n], successors;
		const uint32_t *to = body_successors(&t->b, block, &successors);
		struct token_block now = t->block[block];
		run_block(t, block, &now);
		for (uint32_t k = 0; k < successors; k++)
			if (join(t, to[k], now))
				todo[n++] = to[k];
	}
}

/* An initialisation counts if main makes it, once, with a number. */
static void note_init(struct tokens *t, const struct inst *in, const struct model_row *r, uint32_t s)
{
	const struct konst *k = program_konst_of(t->pt->p, event_argument(&t->b, in, &r->count));
	uint32_t block = block_of_inst(&t->b, (uint32_t)(in - t->b.inst.at));

	t->inits[s] = t->inits[s] ? 2 : 1;
	t->count[s] = k && k->kind == KONST_INT ? (int64_t)k->lo : 0;
	t->bad[s] |= !k || (k->kind != KONST_INT && k->kind != KONST_ZERO && k->kind != KONST_NULL) ||
		     strcmp(program_fn_name(t->pt->p, t->b.fn), t->pt->main) != 0 || block_leads_to(&t->b, block, block, UINT32_MAX);
}

/* Every use of a semaphore is one of a row's; false: the function has none. */
static bool note_uses(struct tokens *t, struct arena *a)
{
	bool any = false, twice = false;

	t->used = arena_array(a, t->b.param.n + t->b.inst.n + 2u, sizeof *t->used);
	for (uint32_t i = 0; i < t->b.inst.n; i++) {
		const struct inst *in = &t->b.inst.at[i];
		twice |= in->flags & INST_TWICE;
		for (uint32_t k = 0; k < in->nargs; k++) {
			struct ref r = body_arg(&t->b, in, k);
			uint32_t s = semaphore_at(t, r);
			const struct model_row *row = s ? row_on(t, in, k) : NULL;
			if (ref_kind(r) == REF_VALUE)
				t->used[ref_index(r)] = true;
			any |= s != 0;
			if (s && !row && in->op != OP_cast && in->op != OP_copy)
				t->bad[s] = true;
			else if (row && event_is(row, EVENT_INIT))
				note_init(t, in, row, s);
		}
	}
	for (uint32_t i = 0; any && twice && i < t->b.inst.n; i++)
		for (uint32_t k = 0; k < t->b.inst.at[i].nargs; k++)
			t->bad[semaphore_at(t, body_arg(&t->b, &t->b.inst.at[i], k))] = true;
	return any && !twice;
}

static void read_functions(struct tokens *t)
{
	for (uint32_t f = 1; f < t->pt->p->fn.n; f++) {
		struct arena a;
		arena_init(&a, "token");
		t->b = (struct body){ 0 };
		body_get(&a, t->pt->p, (struct fn_id){ f }, &t->b);
		if (t->b.block.n && note_uses(t, &a))
			follow(t, &a);
		arena_release(&a);
	}
}

/* The variables of this function's operations on semaphores. How many are new. */
static uint32_t find_variables(struct tokens *t)
{
	const struct program *p = t->pt->p;
	uint32_t n = 0;

	for (uint32_t i = 0; i < t->b.inst.n; i++) {
		const struct inst *in = &t->b.inst.at[i];
		for (const struct model_row *r = points_rows_at(t->pt, &t->b, in); r; r = r->next) {
			uint32_t k = r->flags & MODEL_SEMAPHORE ? event_argument_number(&r->on) : 0;
			int64_t offset;
			struct sym_id s = k && k < in->nargs ? variable_at(t, body_arg(&t->b, in, k), &offset) : (struct sym_id){ 0 };
			if (!s.i || t->up[s.i])
				continue;
			t->up[s.i] = s.i;
			t->inits[s.i] = semaphore_starts(p, s, 0, &t->count[s.i]);
			n++;
		}
	}
	return n;
}

/* Variables that are semaphores, in a whole program. Fewer than two hand nothing round. */
static bool begin(struct tokens *t)
{
	const struct program *p = t->pt->p;
	uint32_t n = 0;
	bool any = false;

	for (uint32_t i = 1; t->pt->main && i < p->sym.n && !any; i++)
		for (const struct model_row *r = points_rows(t->pt, (struct sym_id){ i }); r && !any; r = r->next)
			any = (r->flags & MODEL_SEMAPHORE) && event_is(r, EVENT_RELEASE);
	for (uint32_t f = 1; any && f < p->fn.n; f++) {
		struct arena a;
		arena_init(&a, "token");
		t->b = (struct body){ 0 };
		body_get(&a, p, (struct fn_id){ f }, &t->b);
		n += find_variables(t);
		arena_release(&a);
	}
	for (uint32_t i = 1; n && i < p->reloc.n; i++)
		t->bad[p->reloc.at[i].sym.i] = true;
	return n > 1;
}

void token_find(struct ground *g, const struct points *pt, struct arena *out)
{
	size_t syms = pt->p->sym.n;
	struct arena scratch;
	struct tokens t = { .pt = pt };
	int64_t *sum;
	bool *bad;

	arena_init(&scratch, "tokens");
	g->token = arena_array(out, syms, sizeof *g->token);
	t.up = arena_array(&scratch, syms, sizeof *t.up);
	t.bad = arena_array(&scratch, syms, sizeof *t.bad);
	t.count = arena_array(&scratch, syms, sizeof *t.count);
	t.inits = arena_array(&scratch, syms, 1);
	sum = arena_array(&scratch, syms, sizeof *sum);
	bad = arena_array(&scratch, syms, sizeof *bad);
	if (begin(&t))
		read_functions(&t);
	for (uint32_t i = 1; i < syms; i++)
		if (t.up[i]) {
			uint32_t group = group_of(&t, i);
			sum[group] += t.count[i] >= 0 && t.count[i] < 2 ? t.count[i] : 2;
			bad[group] |= t.bad[i] || t.inits[i] != 1;
		}
	for (uint32_t i = 1; i < syms; i++)
		if (t.up[i] && sum[group_of(&t, i)] == 1 && !bad[group_of(&t, i)])
			g->token[i] = group_of(&t, i);
	arena_release(&scratch);
}
