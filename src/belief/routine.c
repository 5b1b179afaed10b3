/* Functions outside the program, of which nothing is known but with which lock they are called (racerx, section 8.5, Figure 8):
 * one that is nearly always called in a critical section, mostly first, last or alone there, is meant to be, and the calls that
 * are not are told: those without a lock, and, below them, those with another one. Counting is local; what callers hold counts
 * when a call is judged. Each function is asked about as a whole and together with what it is called on, as far as that has a
 * name that is the same everywhere:
 *
 *     put(&out, c), put(s->err, c)         put(out), put(stream.err): what holds for one need not hold for the other
 *
 * Each pair of function and caller is told once. */
#include <string.h>

#include "base/store/hash.h"
#include "belief/private.h"

enum { SECTIONS_LEAST = 4, PERCENT_LEAST = 80 };

struct belief_call {
	struct fn_id fn;
	uint32_t inst;
	uint32_t whole; /* survey.routine: of the function, whatever it is called on */
};

struct routine {
	struct sym_id sym;
	const char *on; /* what it is called on; NULL: whatever */
	struct opinion opinion;
	VEC(struct belief_call) call; /* in the order of the code; those on something are kept there only */
};

struct survey {
	struct beliefs *b;
	struct arena arena;
	struct intern key; /* sym, on: routine, + 1 */
	VEC(struct routine *) routine;
};

static uint32_t routine_of(struct survey *s, struct sym_id sym, const char *on)
{
	const char *key = arena_format(&s->arena, "%u %s", sym.i, on ? on : "");
	uint32_t known = s->key.entry.n, id = intern_string(&s->key, key);

	if (id >= known) {
		struct routine *x = arena_new(&s->arena, struct routine);
		x->sym = sym;
		x->on = on;
		opinion_init(&x->opinion, &s->arena);
		*vec_add(&s->arena, &s->routine) = x;
	}
	return id - 1;
}

/* ---- what it is called on ---- */

static const char *variable_name(const struct program *p, struct ref r)
{
	const struct konst *k = program_konst_of(p, r);
	struct sym_id sym = ref_kind(r) == REF_SYM	 ? (struct sym_id){ ref_index(r) }
			    : k && k->kind == KONST_ADDR ? k->sym
							 : (struct sym_id){ 0 };
	const struct sym *s = sym.i ? program_sym(p, sym) : NULL;

	return s && s->kind == SYM_VARIABLE && !(s->flags & (SYM_UNNAMED | SYM_CONSTANT))
		   ? program_str(p, s->source.i ? s->source : s->name)
		   : NULL;
}

/* A variable, what a variable holds, or a member of a kind of record; NULL: nothing that others would call by the same name. */
static const char *called_on(struct survey *s, const struct body *code, uint32_t inst)
{
	const struct program *p = s->b->races->p;
	struct ref first = body_arg(code, &code->inst.at[inst], 1);
	uint32_t i = body_inst_of(code, first);
	const char *name;

	if (i != UINT32_MAX && code->inst.at[i].op == OP_load)
		first = body_arg(code, &code->inst.at[i], 0);
	name = variable_name(p, first);
	return name ? name : member_of_record(&s->arena, p, code, first);
}

/* ---- counting ---- */

/* Nothing is held in any context that gets here. */
static bool is_bare(const struct contexts *c, struct fn_id fn, uint32_t inst)
{
	for (uint32_t i = c->first_by_fn[fn.i]; i < c->first_by_fn[fn.i + 1]; i++)
		if (contexts_may_hold(c, c->by_fn[i], inst))
			return false;
	return true;
}

/* Somebody else may run when the call is made. */
static bool runs_beside_others(const struct races *r, const struct belief_call *c)
{
	for (uint32_t i = r->contexts->first_by_fn[c->fn.i]; i < r->contexts->first_by_fn[c->fn.i + 1]; i++) {
		uint32_t context = r->contexts->by_fn[i], n;
		const uint32_t *thread = threads_of_context(r->threads, context, &n);
		for (uint32_t k = 0; k < n && contexts_reaches(r->contexts, context, c->inst); k++)
			if (!threads_alone(r->threads, (struct spot){ thread[k], context, c->inst }))
				return true;
	}
	return false;
}

static void count_call(struct survey *s, struct routine *x, const struct body *code, const struct belief_call *call)
{
	struct races *r = s->b->races;
	const struct sections *of = belief_sections(s->b, code->fn);
	uint32_t n;
	const struct standing *at = sections_at(of, call->inst, &n);

	for (uint32_t i = 0; i < n; i++) {
		const struct section *k = &of->section.at[at[i].section];
		opinion_add(&s->arena, &x->opinion, k, at[i].flags, belief_section_lock(&s->arena, s->b, k),
			    place_in(r->p, code, call->inst));
	}
	if (!n && is_bare(r->contexts, code->fn, call->inst) && runs_beside_others(r, call))
		opinion_add_bare(&x->opinion, code->fn, place_in(r->p, code, call->inst).line);
}

static void look_at_call(struct survey *s, const struct body *code, uint32_t inst)
{
	struct races *r = s->b->races;
	struct sym_id sym = sym_behind_alias(r->p, body_callee(r->p, code, &code->inst.at[inst]));
	struct belief_call call = { code->fn, inst, 0 };
	const char *on;
	uint32_t pair;

	if (!sym.i || program_sym(r->p, sym)->flags & SYM_DEFINED || !call_is_object(r, code, &code->inst.at[inst]))
		return;
	on = called_on(s, code, inst);
	call.whole = routine_of(s, sym, NULL);
	pair = on ? routine_of(s, sym, on) : call.whole;
	count_call(s, s->routine.at[pair], code, &call);
	*vec_add(&s->arena, &s->routine.at[pair]->call) = call;
	if (on)
		count_call(s, s->routine.at[call.whole], code, &call);
}

/* ---- judging ---- */

static bool is_meant(const struct opinion *o)
{
	const struct tally *t = opinion_best(o);

	return o->best && t->count >= SECTIONS_LEAST && 100ull * t->count >= (uint64_t)PERCENT_LEAST * opinion_uses(o) &&
	       2 * (t->only + t->first + t->last) >= t->count;
}

/* A lock that is surely held at the call in some context in which nothing may be the one that is believed in; NULL: there is
 * none. */
static const char *other_lock(struct survey *s, const struct belief_call *c, const char *lock)
{
	const struct contexts *x = s->b->races->contexts;
	const char *other = NULL;
	uint32_t n;

	for (uint32_t i = x->first_by_fn[c->fn.i]; i < x->first_by_fn[c->fn.i + 1]; i++) {
		const struct held *l = contexts_locks(x, contexts_may_hold(x, x->by_fn[i], c->inst), &n);
		for (uint32_t k = 0; k < n; k++)
			if (!(l[k].flags & HELD_CERTAIN) || !strcmp(belief_lock_name(&s->arena, s->b, l[k].term), lock))
				return NULL;
		l = contexts_locks(x, contexts_held(x, x->by_fn[i], c->inst), &n);
		other = n && !other ? belief_lock_name(&s->arena, s->b, l[0].term) : other;
	}
	return other;
}

static bool is_in_section(struct survey *s, const struct belief_call *c, const char *lock)
{
	const struct sections *of = belief_sections(s->b, c->fn);
	uint32_t n;
	const struct standing *at = sections_at(of, c->inst, &n);

	for (uint32_t i = 0; i < n; i++)
		if (!strcmp(belief_section_lock(&s->arena, s->b, &of->section.at[at[i].section]), lock))
			return true;
	return false;
}

static void tell(struct survey *s, const struct routine *x, const struct belief_call *c, const char *held)
{
	struct beliefs *b = s->b;
	const struct tally *t = opinion_best(&x->opinion);
	const char *name = program_str(b->races->p, program_sym(b->races->p, x->sym)->name), *text, *threads;
	const char *lock = arena_string(b->arena, intern_get(&x->opinion.lock, x->opinion.best));
	struct finding_note *note = arena_new(b->arena, struct finding_note);
	struct finding f = { .rule = RULE_INCONSISTENT_LOCK, .guard = "", .nnotes = 1, .note = note };

	f.object = x->on ? arena_format(b->arena, "%s(%s)", name, x->on) : arena_string(b->arena, name);
	*note = (struct finding_note){ belief_keep_place(b, t->example),
				       arena_format(b->arena, "%s",
						    t->best & STANDS_ONLY ? "alone in a critical section here"
						    : t->best		  ? "first or last in a critical section here"
									  : "called in a critical section here") };
	f.place = belief_keep_place(b, belief_place(b, c->fn, c->inst));
	f.function = arena_string(b->arena, program_fn_name(b->races->p, c->fn));
	f.lock = lock;
	f.message =
	    held ? arena_format(b->arena, "'%s' is called with '%s' held, but another lock guards it: %s", f.object, held,
				opinion_text(b->arena, &x->opinion))
		 : arena_format(b->arena, "'%s' is called without a lock: %s", f.object, opinion_text(b->arena, &x->opinion));
	opinion_facts(b->arena, &f, &x->opinion);
	threads = evidence_of_threads(b->arena, b->races, c->fn);
	finding_fact(b->arena, &f, FACT_concurrent, threads != NULL, threads);
	if (held)
		finding_fact(b->arena, &f, FACT_wrong_lock, 1, arena_string(b->arena, held));
	if (race_in_signal(b->races, c->fn))
		finding_fact(b->arena, &f, FACT_signal, 1, NULL);
	text = arena_format(b->arena, "%s|%s|%s|%s", rule_name(f.rule), f.object, f.function, lock);
	f.fingerprint = hash_much(text, strlen(text), 0);
	*vec_add(b->arena, &b->finding) = f;
}

/* Of what it is called on, as long as that is known to be meant; of the function as a whole, where some calls on this have a lock
 * as well, or it is on nothing with a name. */
static const struct routine *belief_behind(const struct survey *s, const struct routine *x, const struct belief_call *c)
{
	if (is_meant(&x->opinion))
		return x;
	return x->opinion.all.count && is_meant(&s->routine.at[c->whole]->opinion) ? s->routine.at[c->whole] : NULL;
}

static void judge(struct survey *s, const struct routine *x)
{
	const struct contexts *c = s->b->races->contexts;
	uint32_t told = 0;

	for (uint32_t k = 0; k < x->call.n; k++) {
		const struct belief_call *call = &x->call.at[k];
		const struct routine *why = call->fn.i != told ? belief_behind(s, x, call) : NULL;
		const char *lock = why ? intern_get(&why->opinion.lock, why->opinion.best) : NULL, *held = NULL;
		if (!why || is_in_section(s, call, lock) || !runs_beside_others(s->b->races, call))
			continue;
		if (!is_bare(c, call->fn, call->inst))
			held = other_lock(s, call, lock);
		if (!held && !is_bare(c, call->fn, call->inst))
			continue;
		tell(s, why, call, held);
		told = call->fn.i;
	}
}

void routines_judge(struct beliefs *b)
{
	struct races *r = b->races;
	struct survey s = { .b = b };
	struct body code = { 0 };

	arena_init(&s.arena, "routines");
	intern_init(&s.key, &s.arena);
	for (uint32_t f = 1; f < r->p->fn.n; f++) {
		if (r->contexts->first_by_fn[f] == r->contexts->first_by_fn[f + 1])
			continue;
		body_get(&s.arena, r->p, (struct fn_id){ f }, &code);
		for (uint32_t i = 0; i < code.inst.n; i++)
			if (code.inst.at[i].op == OP_call)
				look_at_call(&s, &code, i);
	}
	for (uint32_t i = 0; i < s.routine.n; i++)
		judge(&s, s.routine.at[i]);
	arena_release(&s.arena);
}
