/* A path that proves something wrong is a finding as it is. A lock that is held at a return is one only by comparison: the
 * function releases it on another path, and neither the result nor the caller's arguments explain the difference.
 *
 *     held at             released at           verdict
 *     return -1, NULL     any return            leak: a failure does not hand over a lock
 *     return object       return other          silent: pointers that differ say something, if only to whom they point
 *     return 0            return -1             silent: success hands it over            (lock_and_get)
 *     return 1            return 0              silent: the result says so               (try_something)
 *     return 0            return 1              silent as well, unless `return 0` is also what the function answers before it has
 *                                               taken the lock: then 0 cannot mean "held"
 *     return, return 0    return, return 0      leak: nobody can tell which it was; silent if both are one return statement and a
 *                                               parameter was tested in between           (if (!keep) unlock())
 *
 * In a whole program the callers of a function that is called by name decide instead of the result. And where nobody releases
 * such a lock without having taken it, being held at a return is enough.
 *
 * A lock that is released where it cannot have been taken before is the caller's, and is left to it. Whatever the result is: a
 * caller that gives back what it has not taken, behind the call, was handed the lock (handover.h). */
#include "locks/function/judge.h"

#include <string.h>
#include <xxhash.h>

#include "code/address.h"
#include "code/loop.h"
#include "ir/text/path.h"
#include "locks/program/handover.h"

struct judge {
	struct arena *a;
	struct flow *f;
	struct locks *out;
	uint32_t first; /* finding of this function */
};

static struct finding_place place_of(const struct judge *j, uint32_t inst)
{
	const struct loc *l = &j->f->b->loc.at[j->f->b->inst.at[inst].loc];
	const char *file = l->file.i ? program_str(j->f->ops->p, l->file) : "";

	return (struct finding_place){ arena_string(j->a, file), l->line, l->column };
}

static const char *function_name(const struct judge *j)
{
	const struct program *p = j->f->ops->p;
	const struct sym *s = program_sym(p, program_fn(p, j->f->b->fn)->sym);

	return arena_string(j->a, program_str(p, s->source.i ? s->source : s->name));
}

static const struct lock_info *info_of(const struct judge *j, uint32_t lock)
{
	return &j->f->lock.at[map_get(&j->f->lock_of, lock) - 1];
}

static const char *lock_name(const struct judge *j, uint32_t inst, uint32_t lock)
{
	const struct flow *f = j->f;
	const struct inst *call = &f->b->inst.at[inst];
	uint32_t effect = f->slice->effect_of[inst];
	const struct lock_info *info = info_of(j, lock);
	const struct lock_op *op;

	if (!effect || !f->slice->effect[effect - 1].n) {
		call = &f->b->inst.at[info->inst];
		effect = f->slice->effect_of[info->inst];
	}
	op = &f->slice->effect[effect - 1].op[0];
	return ops_path(j->a, f->ops, f->b, call, op);
}

/* Without line numbers; equal findings of one function are told apart by their order. */
static uint64_t fingerprint(const struct judge *j, const struct finding *x)
{
	uint32_t same = 0;
	char *text;

	for (uint32_t i = j->first; i < j->out->finding.n; i++)
		same += j->out->finding.at[i].rule == x->rule && !strcmp(j->out->finding.at[i].lock, x->lock);
	text = arena_format(j->a, "%s|%s|%s|%s|%u", rule_name(x->rule), path_base(x->place.file), x->function, x->lock, same);
	return XXH3_64bits(text, strlen(text));
}

/* `note` has room for two and ends with a text of NULL. */
static void add(struct judge *j, struct finding x, const struct finding_note *note)
{
	struct finding_note *kept = arena_array(j->a, 2, sizeof *kept);

	while (x.nnotes < 2 && note[x.nnotes].text) {
		kept[x.nnotes] = note[x.nnotes];
		x.nnotes++;
	}
	x.note = kept;
	x.function = function_name(j);
	x.fingerprint = fingerprint(j, &x);
	*vec_add(j->a, &j->out->finding) = x;
}

/* What the order of findings is made by: the conditions between the two places (about: those that stand between them), and
 * whether the address of the lock comes out of a loop. */
static void add_facts(const struct judge *j, struct finding *x, uint32_t from, uint32_t to, uint32_t flags)
{
	const uint32_t *position = j->f->cfg->position;
	uint32_t first = position[j->f->slice->block_of[from]], last = position[j->f->slice->block_of[to]], conditions = 0, n;

	for (uint32_t b = 0; b < j->f->b->block.n; b++) {
		(void)body_successors(j->f->b, b, &n);
		conditions += n > 1 && position[b] >= first && position[b] < last;
	}
	finding_fact(j->a, x, FACT_distance, (int32_t)(conditions < 1000 ? conditions : 1000), NULL);
	x->doubt = flags & STATUS_LOOPY ? 2 : 0;
}

/* Is the address that is locked compared with another one: `if (inner != outer) lock(inner)`? Whoever does so knows that they may
 * be one. */
static bool is_compared(const struct judge *j, uint32_t inst)
{
	const struct body *b = j->f->b;
	uint32_t effect = j->f->slice->effect_of[inst];
	const struct lock_op *op = effect && j->f->slice->effect[effect - 1].n ? &j->f->slice->effect[effect - 1].op[0] : NULL;
	struct ref at = op && op->base != AT_NAME ? ops_address(b, &b->inst.at[inst], op) : ref_make(REF_NONE, 0);

	at = peel_base(b, at, PEEL_CASTS | PEEL_FIRST);
	for (uint32_t i = 0; ref_kind(at) == REF_VALUE && i < b->inst.n; i++) {
		const struct inst *in = &b->inst.at[i];
		if (in->op != OP_compare || (in->sub != COMPARE_eq && in->sub != COMPARE_ne))
			continue;
		for (uint32_t k = 0; k < 2; k++)
			if (ops_expression(b, peel_base(b, body_arg(b, in, k), PEEL_CASTS | PEEL_FIRST)) == ops_expression(b, at) &&
			    ref_kind(body_arg(b, in, 1 - k)) == REF_VALUE)
				return true;
	}
	return false;
}

static void judge_incident(struct judge *j, const struct locks_incident *i)
{
	struct finding x = { .rule = i->rule, .place = place_of(j, i->inst), .lock = lock_name(j, i->inst, i->lock) };
	struct finding_note note[2] = { 0 };
	uint32_t before = i->rule == RULE_SELF_DEADLOCK ? i->status.acquired : i->status.freed; /* + 1 */

	if (i->rule == RULE_SELF_DEADLOCK && is_compared(j, i->inst))
		return;
	add_facts(j, &x, before ? before - 1 : i->inst, i->inst, i->status.flags);
	if (i->rule == RULE_SELF_DEADLOCK) {
		x.message = arena_format(j->a, "'%s' is locked again while it is held", x.lock);
		note[0] = (struct finding_note){ place_of(j, i->status.acquired - 1),
			                         i->status.shared ? "acquired here for reading" : "first acquired here" };
	} else {
		static const char *const why[] = { [WHY_RELEASED] = "released here before",
						   [WHY_FAILED] = "this attempt to lock it failed",
						   [WHY_FRESH] = "initialised here" };
		x.message = arena_format(j->a, "'%s' is unlocked although it is not held", x.lock);
		if (i->status.freed)
			note[0] = (struct finding_note){ place_of(j, i->status.freed - 1), why[i->status.why] };
		else
			note[0] = (struct finding_note){ x.place, "no function calls this one, or returns, with this lock held" };
	}
	add(j, x, note);
}

static struct status status_at(const struct judge *j, const struct exit *e, uint32_t lock)
{
	uint32_t n;
	const struct slot *slot = flow_slots(j->f, e->locks, &n);

	for (uint32_t i = 0; i < n; i++)
		if (slot_kind(&slot[i]) == SLOT_LOCK && slot_key(&slot[i]) == lock)
			return status_get(&j->f->k, slot[i].value);
	return (struct status){ 0 };
}

/* The same, or what becomes of another lock of that name: `c->thread->lock` is loaded anew on each path, and then it is another
 * term each time. */
static struct status status_by_name(const struct judge *j, const struct exit *e, uint32_t lock)
{
	struct status s = status_at(j, e, lock);
	uint32_t n;
	const struct slot *slot = flow_slots(j->f, e->locks, &n);

	for (uint32_t i = 0; i < n && !s.kind; i++)
		if (slot_kind(&slot[i]) == SLOT_LOCK &&
		    info_of(j, slot_key(&slot[i]))->expression == info_of(j, lock)->expression)
			s = status_get(&j->f->k, slot[i].value);
	return s;
}

static bool released_here(struct status s)
{
	return s.kind != LOCK_HELD && s.why == WHY_RELEASED && s.acquired;
}

enum result_kind { RESULT_NUMBER, RESULT_TRUTH, RESULT_POINTER };

static enum result_kind result_kind(const struct judge *j)
{
	const struct program *p = j->f->ops->p;
	const struct type *fn = program_type(p, type_strip(p, program_sym(p, program_fn(p, j->f->b->fn)->sym)->type));
	const struct type *t;

	if (fn->kind != TYPE_FUNCTION || !fn->base.i)
		return RESULT_NUMBER;
	t = program_type(p, type_strip(p, fn->base));
	if (t->kind == TYPE_POINTER)
		return RESULT_POINTER;
	return t->kind == TYPE_INT && t->name.i && strcmp(program_str(p, t->name), "_Bool") == 0 ? RESULT_TRUTH : RESULT_NUMBER;
}

static bool tells_failure(const struct judge *j, const struct exit *e)
{
	enum result_kind kind = result_kind(j);

	if (kind != RESULT_TRUTH && e->answer == ANSWER_NEGATIVE)
		return true; /* also of a pointer: the kernel's ERR_PTR(-ENOENT) */
	return kind != RESULT_NUMBER && e->answer == ANSWER_ZERO;
}

/* Can a caller tell the two apart by the result? */
static bool same_answer(uint8_t a, uint8_t b)
{
	if (a == b)
		return true;
	return (a == ANSWER_NOT_ZERO && (b == ANSWER_POSITIVE || b == ANSWER_NEGATIVE)) ||
	       (b == ANSWER_NOT_ZERO && (a == ANSWER_POSITIVE || a == ANSWER_NEGATIVE));
}

/* The function returns the object that the lock is in. */
static bool hands_over(const struct judge *j, const struct exit *e, uint32_t lock)
{
	int64_t offset;
	bool exact;
	const struct exprs *t = &j->f->k.exprs;

	if (!e->value || expr_get(t, e->value)->kind == EXPR_KONST)
		return false;
	return expr_root(t, e->value, &offset, &exact) == expr_root(t, lock, &offset, &exact);
}

static bool cannot_tell(const struct judge *j, const struct exit *held, const struct exit *free, struct status status)
{
	if (!same_answer(held->answer, free->answer))
		return false;
	if (result_kind(j) == RESULT_POINTER && held->answer != ANSWER_ZERO && held->value != free->value)
		return false;
	return held->inst != free->inst || !(status.flags & STATUS_TESTED);
}

/* Does the function give the same answer at a return that no acquisition comes before? Then the answer does not mean "held". */
static bool answers_so_without(const struct judge *j, const struct exit *e, struct status status)
{
	uint32_t block = j->f->slice->block_of[status.acquired - 1];
	const bool *behind = blocks_reach(j->f->arena, j->f->b, block, UINT32_MAX, NULL, NULL);

	for (uint32_t i = 0; i < j->f->exit.n; i++) {
		const struct exit *other = &j->f->exit.at[i];
		uint32_t at = j->f->slice->block_of[other->inst];
		if (at != block && !behind[at] && other->answer != ANSWER_UNKNOWN && same_answer(other->answer, e->answer))
			return true;
	}
	return false;
}

/* Some path releases it, and cannot have taken it before: the function may be entered with it, and then left with it. */
static bool is_entered_with(const struct judge *j, uint32_t lock, struct status status)
{
	uint32_t acquired = j->f->slice->block_of[status.acquired - 1], released;
	const bool *behind = blocks_reach(j->f->arena, j->f->b, acquired, UINT32_MAX, NULL, NULL);

	for (uint32_t i = 0; i < j->f->lock.n; i++) {
		const struct lock_info *info = &j->f->lock.at[i];
		if (!info->released_first || info->expression != info_of(j, lock)->expression)
			continue;
		released = j->f->slice->block_of[info->released_first - 1];
		if (!behind[released] && (acquired != released || info->released_first < status.acquired))
			return true;
	}
	return false;
}

/* On another path to the same return somebody else may have released it: perhaps on all that are possible. */
static bool lost_at(const struct judge *j, const struct exit *e, uint32_t lock)
{
	for (uint32_t i = 0; i < j->f->exit.n; i++) {
		struct status s = status_by_name(j, &j->f->exit.at[i], lock);
		/* falling off the end has many places */
		bool same_return = j->f->exit.at[i].inst == e->inst || e->answer == ANSWER_NONE;
		if (same_return && s.kind == LOCK_LOST && s.acquired && s.why != WHY_RELEASED)
			return true;
	}
	return false;
}

/* Does some function release such a lock that it has not taken? Not this one, where it surely releases other elements of an
 * array: `lock(&m[0]); unlock(&m[1]);`. */
static bool is_given_back(const struct judge *j, uint32_t lock)
{
	const struct ops *o = j->f->ops;
	const struct lock_info *info = info_of(j, lock);
	bool other = false;

	if (!(o->given_back & info->bits))
		return false;
	for (uint32_t i = 0; i < j->f->lock.n; i++) {
		const struct lock_info *x = &j->f->lock.at[i];
		if (!x->released_first || !(x->bits & info->bits))
			continue;
		other = flow_is_other(j->f, lock, x);
		if (!other)
			return true;
	}
	return !other || ops_others_give_back(o, info->bits, j->f->b->fn);
}

/* Every function that can reach the lock releases only what it has taken: who keeps such a lock keeps it for ever. The functions
 * that a program ends with may: nobody comes after main. */
static bool nobody_releases(const struct judge *j, uint32_t lock)
{
	const struct ops *o = j->f->ops;

	if (o->fn[j->f->b->fn.i].wrapper.verb)
		return false; /* its callers have taken it */
	if (!o->whole && (!flow_is_private(j->f, lock) || info_of(j, lock)->recursive))
		return false;
	return !is_given_back(j, lock) && strcmp(function_name(j), "main") != 0;
}

/* `released`: on another path, or nothing. */
static void add_leak(struct judge *j, const struct exit *e, uint32_t lock, struct status released)
{
	struct status status = status_at(j, e, lock);
	struct finding x = { .rule = RULE_LOCK_LEAK,
			     .place = place_of(j, e->inst),
			     .lock = lock_name(j, status.acquired - 1, lock) };
	struct finding_note note[2] = { 0 };

	add_facts(j, &x, status.acquired - 1, e->inst, status.flags);
	x.message = arena_format(j->a, "'%s' is still held when '%s' returns here", x.lock, function_name(j));
	note[0] = (struct finding_note){ place_of(j, status.acquired - 1),
					 "acquired here; no other function releases such a lock" };
	if (released.freed) {
		note[0].text = "acquired here";
		note[1] = (struct finding_note){ place_of(j, released.freed - 1), "released here on another path" };
	}
	add(j, x, note);
}

/* In a whole program, of a function that is called by name only, all callers can be asked whether they give the lock back: then
 * no result needs to be guessed at. (They are asked for every finding.) */
static bool callers_are_known(const struct judge *j)
{
	const struct ops *o = j->f->ops;
	uint32_t fn = j->f->b->fn.i;

	return o->whole && !o->fn[fn].address_taken && o->callers.first[fn] != o->callers.first[fn + 1];
}

/* A variable of this unit alone, whose address nobody has and which no function releases that has not taken it: no caller of a
 * library can give it back either, whatever the result tells him. */
static bool nobody_takes_over(const struct judge *j, uint32_t lock)
{
	return flow_is_private(j->f, lock) && !is_given_back(j, lock);
}

/* A function that only this unit calls, and a member of records that no function of the library releases without having taken it:
 * those who call from outside are believed to leave it alone. */
static bool library_keeps(const struct judge *j, uint32_t lock)
{
	const struct ops *o = j->f->ops;
	uint32_t fn = j->f->b->fn.i;

	return !o->fn[fn].address_taken && o->callers.first[fn] != o->callers.first[fn + 1] &&
	       program_sym(o->p, program_fn(o->p, j->f->b->fn)->sym)->linkage == LINK_STATIC &&
	       ops_are_ours(o, info_of(j, lock)->bits) && !is_given_back(j, lock);
}

static void judge_exit(struct judge *j, const struct exit *e, uint32_t lock)
{
	struct status status = status_at(j, e, lock);
	bool certain, shown;

	if (status.kind != LOCK_HELD || !status.acquired || (status.flags & STATUS_SHAKY) ||
	    (hands_over(j, e, lock) && !callers_are_known(j)))
		return;
	if (nobody_releases(j, lock)) {
		add_leak(j, e, lock, (struct status){ 0 });
		return;
	}
	if (is_entered_with(j, lock, status) || lost_at(j, e, lock))
		return;
	certain = tells_failure(j, e) || answers_so_without(j, e, status);
	shown = callers_are_known(j) || nobody_takes_over(j, lock) || library_keeps(j, lock);
	for (uint32_t i = 0; i < j->f->exit.n; i++) {
		const struct exit *other = &j->f->exit.at[i];
		struct status s = status_by_name(j, other, lock);
		bool told = certain || cannot_tell(j, e, other, status);
		if (!released_here(s) || (!told && !shown))
			continue;
		if (handover_find(j->f->arena, j->f->ops, j->f->b->fn, info_of(j, lock)->bits) >
		    (told ? HANDOVER_MAYBE : HANDOVER_NO))
			return;
		add_leak(j, e, lock, s);
		return;
	}
}

/* Several paths to one return are one finding. */
static bool is_first(const struct judge *j, uint32_t exit, uint32_t lock)
{
	const struct exit *e = &j->f->exit.at[exit];

	for (uint32_t i = j->first; i < j->out->finding.n; i++) {
		const struct finding *x = &j->out->finding.at[i];
		struct finding_place p = place_of(j, e->inst);
		struct status status = status_at(j, e, lock);
		if (x->rule == RULE_LOCK_LEAK && x->place.line == p.line && x->place.column == p.column && status.acquired &&
		    !strcmp(x->lock, lock_name(j, status.acquired - 1, lock)))
			return false;
	}
	return true;
}

void judge_function(struct arena *a, struct flow *f, struct locks *out)
{
	struct judge j = { a, f, out, out->finding.n };

	for (uint32_t i = 0; i < f->incident.n; i++)
		judge_incident(&j, &f->incident.at[i]);
	for (uint32_t l = 0; l < f->lock.n; l++)
		for (uint32_t i = 0; i < f->exit.n; i++)
			if (is_first(&j, i, f->lock.at[l].term))
				judge_exit(&j, &f->exit.at[i], f->lock.at[l].term);
}
