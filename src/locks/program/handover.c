/* Each caller is run with one of three words about locks of these classes, as sets of words that may hold at a block:
 *
 *     NONE     none was taken here
 *     OWN      one was taken here
 *     GIVEN    none was taken here, and the function was called
 *
 * A release where GIVEN is possible is what we look for, here or in a function that is called there; further below, a call that
 * may contain one. A return where GIVEN is possible hands the lock further up, two steps at most: high enough above everything
 * there is somebody who releases something.
 *
 * misses  callers through pointers; a caller that releases another lock of the same class: then a leak stays unsaid */
#include "locks/program/handover.h"

#include "code/loop.h"

enum word { NONE = 1, OWN = 2, GIVEN = 4 };
enum { MOST_CALLERS = 64 }; /* the most that limits.def allows */

struct locks_search {
	struct arena *a;
	const struct ops *o;
	uint64_t classes;
	const struct body *b;
	uint32_t target; /* the function whose callers are looked at; 0: below one of them */
	uint32_t down;   /* calls below such a caller */
	bool released, perhaps, returned;
};

static void run_caller(struct locks_search *, const struct body *, uint8_t entry);

/* Does a function that is called with the lock give it back? `unlock_by_kind(x, kind)`: on some way, before it takes one. */
static bool is_released_by(const struct locks_search *s, struct fn_id fn)
{
	struct locks_search below = { .a = s->a, .o = s->o, .classes = s->classes, .down = s->down + 1 };
	struct body b = { 0 };

	ops_body(s->o, s->a, fn.i, &b);
	run_caller(&below, &b, GIVEN);
	return below.released;
}

static uint8_t run_call(struct locks_search *s, const struct body *b, const struct inst *call, uint8_t words)
{
	struct sym_id callee = body_callee(s->o->p, b, call);
	struct call_effect e;

	if (s->target && callee.i && program_sym(s->o->p, callee)->fn.i == s->target)
		return (words & OWN) | (words & (NONE | GIVEN) ? GIVEN : 0);
	ops_of_call(s->o, b, call, &e);
	if ((e.touches & s->classes) && (words & GIVEN)) {
		s->perhaps = true;
		if (callee.i && program_sym(s->o->p, callee)->fn.i && !limit_full(LIMIT_locks_down, s->down))
			s->released |= is_released_by(s, program_sym(s->o->p, callee)->fn);
	}
	for (uint32_t k = 0; k < e.n; k++) {
		if (!(ops_bits(s->o, b, call, &e.op[k]) & s->classes))
			continue;
		if (e.op[k].verb == VERB_RELEASE) {
			s->released |= (words & GIVEN) != 0;
			words = NONE;
		} else if (e.op[k].verb == VERB_ACQUIRE) {
			words = OWN;
		}
	}
	return words;
}

static uint8_t run_block(void *with, uint32_t block, uint8_t words)
{
	struct locks_search *s = with;
	const struct body *b = s->b;
	const struct block *at = &b->block.at[block];

	for (uint32_t i = at->inst; i < at->inst + at->ninsts && !s->released; i++)
		if (b->inst.at[i].op == OP_call)
			words = run_call(s, b, &b->inst.at[i], words);
		else if (b->inst.at[i].op == OP_ret)
			s->returned |= (words & GIVEN) != 0;
	return words;
}

static void run_caller(struct locks_search *s, const struct body *b, uint8_t entry)
{
	s->b = b;
	(void)blocks_flow(s->a, b, (struct block_flow){ entry, run_block, NULL }, s);
}

enum handover handover_find(struct arena *scratch, const struct ops *o, struct fn_id fn, uint64_t classes)
{
	struct locks_search s = { .a = scratch, .o = o, .classes = classes };
	uint32_t list[MOST_CALLERS] = { fn.i }, n = 1, step_end = 1, step = 0;
	struct body b = { 0 };

	for (uint32_t done = 0; done < n && !limit_full(LIMIT_locks_up, step); done++) {
		s.target = list[done];
		for (uint32_t i = o->callers.first[s.target]; i < o->callers.first[s.target + 1]; i++) {
			if (i > o->callers.first[s.target] && o->callers.caller[i] == o->callers.caller[i - 1])
				continue; /* called twice there */
			s.returned = false;
			ops_body(o, scratch, o->callers.caller[i], &b);
			run_caller(&s, &b, NONE);
			if (s.released)
				return HANDOVER_YES;
			if (s.returned && !limit_full(LIMIT_locks_callers, n))
				list[n++] = o->callers.caller[i];
		}
		if (done + 1 == step_end)
			step_end = n, step++;
	}
	return s.perhaps ? HANDOVER_MAYBE : HANDOVER_NO;
}
