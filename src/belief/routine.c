/* Functions outside the program, of which nothing is known but with which lock they are called (racerx, section 8.5, Figure 8): one that
 * is nearly always called in a critical section, mostly first, last or alone there, is meant to be, and the calls that are not
 * are told. Each pair of function and caller once. */
#include <string.h>

#include "base/hash.h"
#include "belief/private.h"

enum { SECTIONS_LEAST = 4, PERCENT_LEAST = 80 };

struct call {
	struct fn_id fn;
	uint32_t inst;
};

struct routine {
	struct sym_id sym;
	struct opinion opinion;
	VEC(struct call) bare;
};

struct survey {
	struct beliefs *b;
	struct arena arena;
	uint32_t *at; /* by sym: routine, + 1 */
	VEC(struct routine *) routine;
};

static struct routine *routine_of(struct survey *s, struct sym_id sym)
{
	struct routine *x;

	if (!s->at[sym.i]) {
		x = arena_new(&s->arena, struct routine);
		x->sym = sym;
		opinion_init(&x->opinion, &s->arena);
		*vec_add(&s->arena, &s->routine) = x;
		s->at[sym.i] = s->routine.n;
	}
	return s->routine.at[s->at[sym.i] - 1];
}

/* Nothing is held in any context that gets here. */
static bool is_bare(const struct contexts *c, struct fn_id fn, uint32_t inst)
{
	for (uint32_t i = c->first_by_fn[fn.i]; i < c->first_by_fn[fn.i + 1]; i++)
		if (contexts_may_hold(c, c->by_fn[i], inst))
			return false;
	return true;
}

static void look_at_call(struct survey *s, const struct body *code, uint32_t inst)
{
	struct races *r = s->b->races;
	struct sym_id sym = sym_behind_alias(r->p, body_callee(r->p, code, &code->inst.at[inst]));
	const struct sections *of;
	const struct standing *at;
	struct routine *x;
	uint32_t n;

	if (!sym.i || program_sym(r->p, sym)->flags & SYM_DEFINED || !call_is_object(r, code, &code->inst.at[inst]))
		return;
	x = routine_of(s, sym);
	of = belief_sections(s->b, code->fn);
	at = sections_at(of, inst, &n);
	for (uint32_t i = 0; i < n; i++) {
		const struct section *k = &of->section.at[at[i].section];
		opinion_add(&s->arena, &x->opinion, k, at[i].flags, belief_lock_name(&s->arena, s->b, k->term), place_in(r->p, code, inst));
	}
	if (!n && is_bare(r->contexts, code->fn, inst)) {
		opinion_add_bare(&x->opinion, code->fn, place_in(r->p, code, inst).line);
		*vec_add(&s->arena, &x->bare) = (struct call){ code->fn, inst };
	}
}

static bool is_meant(const struct opinion *o)
{
	const struct tally *t = opinion_best(o);

	return o->best && t->count >= SECTIONS_LEAST && 100ull * t->count >= (uint64_t)PERCENT_LEAST * opinion_uses(o) &&
	       2 * (t->only + t->first + t->last) >= t->count;
}

static void tell(struct beliefs *b, const struct routine *x, const struct call *c)
{
	const struct tally *t = opinion_best(&x->opinion);
	const char *name = program_str(b->races->p, program_sym(b->races->p, x->sym)->name), *text;
	const char *lock = arena_string(b->arena, intern_get(&x->opinion.lock, x->opinion.best));
	struct finding_note *note = arena_new(b->arena, struct finding_note);
	struct finding f = { .rule = RULE_INCONSISTENT_LOCK, .object = arena_string(b->arena, name), .guard = "", .nnotes = 1, .note = note };

	*note = (struct finding_note){ belief_keep_place(b, t->example), arena_format(b->arena, "%s", t->best & STANDS_ONLY ? "alone in a critical section here" :
	                               t->best ? "first or last in a critical section here" : "called in a critical section here") };
	f.place = belief_keep_place(b, belief_place(b, c->fn, c->inst));
	f.function = arena_string(b->arena, program_fn_name(b->races->p, c->fn));
	f.lock = lock;
	f.message = arena_format(b->arena, "'%s' is called without a lock: %s", name, opinion_text(b->arena, &x->opinion));
	opinion_facts(b->arena, &f, &x->opinion);
	text = arena_format(b->arena, "%s|%s|%s|%s", rule_name(f.rule), f.object, f.function, lock);
	f.fingerprint = hash_much(text, strlen(text), 0);
	*vec_add(b->arena, &b->finding) = f;
}

void routines_judge(struct beliefs *b)
{
	struct races *r = b->races;
	struct survey s = { .b = b };
	struct body code = { 0 };

	arena_init(&s.arena, "routines");
	s.at = arena_array(&s.arena, r->p->sym.n, sizeof *s.at);
	for (uint32_t f = 1; f < r->p->fn.n; f++) {
		if (r->contexts->first_by_fn[f] == r->contexts->first_by_fn[f + 1])
			continue;
		body_get(&s.arena, r->p, (struct fn_id){ f }, &code);
		for (uint32_t i = 0; i < code.inst.n; i++)
			if (code.inst.at[i].op == OP_call)
				look_at_call(&s, &code, i);
	}
	for (uint32_t i = 0; i < s.routine.n; i++) {
		struct routine *x = s.routine.at[i];
		for (uint32_t k = 0; is_meant(&x->opinion) && k < x->bare.n; k++)
			if (k == 0 || x->bare.at[k].fn.i != x->bare.at[k - 1].fn.i)
				tell(b, x, &x->bare.at[k]);
	}
	arena_release(&s.arena);
}
