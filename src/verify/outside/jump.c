/* Values from outside, at setjmp and longjmp: which of those that a setjmp has noted may be anything. */
#include <string.h>

#include "verify/names.h"
#include "verify/outside/any.h"

bool any_sets_jump(const char *function)
{
	static const char *const names[] = { "setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp" };

	return ONE_OF(function, names);
}

bool any_jumps(const char *function)
{
	static const char *const names[] = { "longjmp", "_longjmp", "siglongjmp" };

	return ONE_OF(function, names);
}

bool any_is_live(struct verify_search *x, struct verify_state *s, uint32_t thread)
{
	const struct machine_frame *f = machine_top(&s->m, thread);
	const struct machine_code *c = machine_code(s->m.image, f->fn);
	const uint64_t *set = live_at(x->live, f->fn, f->inst, true);
	const uint8_t *any;

	any_fit(s, thread);
	any = s->thread.at[thread].any.at + f->values;
	for (uint32_t i = 1; i <= c->body.param.n + c->body.inst.n; i++)
		if (set[i / 64] >> i % 64 & 1 && memchr(any + c->slot[i].at, 1, c->slot[i].bytes))
			return true;
	return false;
}

const struct verify_jump *any_jump(const struct verify_state *s, uint32_t thread, uint64_t env)
{
	for (uint32_t i = 0; i < s->thread.at[thread].jump.n; i++)
		if (s->thread.at[thread].jump.at[i].env == env)
			return &s->thread.at[thread].jump.at[i];
	return NULL;
}

void any_noted(struct verify_state *s, uint32_t thread, uint64_t env)
{
	struct verify_jump *j = (struct verify_jump *)(uintptr_t)any_jump(s, thread, env); /* a row of the thread */
	const struct machine_frame *f = machine_top(&s->m, thread);
	uint32_t n = machine_code(s->m.image, f->fn)->size;

	any_fit(s, thread);
	if (!j) {
		j = vec_add(&s->m.arena, &s->thread.at[thread].jump);
		*j = (struct verify_jump){ .env = env };
	}
	j->any.n = 0;
	vec_reserve(&s->m.arena, &j->any, n);
	memcpy(j->any.at, s->thread.at[thread].any.at + f->values, n);
	j->any.n = n;
}

/* The result of the setjmp is known. */
static void bring_back(struct verify_state *s, uint32_t thread, const struct verify_jump *j)
{
	const struct machine_frame *f = machine_top(&s->m, thread);
	const struct machine_code *c = f->kind == FRAME_CODE ? machine_code(s->m.image, f->fn) : NULL;
	uint8_t *to = s->thread.at[thread].any.at + f->values;

	if (!c || j->any.n != c->size || !f->inst)
		return;
	memcpy(to, j->any.at, j->any.n);
	memset(to + c->slot[body_value(&c->body, f->inst - 1)].at, 0, c->slot[body_value(&c->body, f->inst - 1)].bytes);
}

void any_jumped(struct verify_state *s, uint32_t thread, uint64_t env)
{
	const struct machine_thread *t = &s->m.thread.at[thread];

	any_fit(s, thread);
	if (!t->ended && t->frame.n)
		formula_name(s, thread + 1, machine_top(&s->m, thread)->values, UINT32_MAX, 0);
	if (!t->ended && t->frame.n && t->values.n > machine_top(&s->m, thread)->values)
		memset(s->thread.at[thread].any.at + machine_top(&s->m, thread)->values, 0,
		       t->values.n - machine_top(&s->m, thread)->values);
	if (!t->ended && t->frame.n && env && any_jump(s, thread, env))
		bring_back(s, thread, any_jump(s, thread, env));
}
