/* Orders of locks that the source declares (acquired_before, acquired_after) and that the code does not keep. Whoever takes the
 * two the other way round does not deadlock as long as nobody does as declared: then it is a cycle, and told as such. A member is
 * compared with a member of the same record, in whichever instance: so does clang, and so do people who write it. */
#include <string.h>

#include "base/store/hash.h"
#include "deadlock/graph.h"
#include "ir/declared.h"

struct order_breaking {
	struct graph *g;
	struct declarations declared;
};

/* Where a lock is declared: in the innermost record that its name knows of; false: it has no declaration. */
static bool place_of_lock(const struct graph *g, uint32_t name, struct declared_lock *x)
{
	const struct terms *terms = &g->names->terms;
	uint32_t class = name_class(g->names, name);
	struct term k = term_get(terms, class ? class : name), root;

	*x = (struct declared_lock){ 0 };
	if (class && k.kind == TERM_MEMBER && !k.b) {
		x->record.i = k.a;
		x->offset = k.offset;
		return true;
	}
	root = term_get(terms, term_thing(terms, name));
	if (root.kind != TERM_SYM)
		return false;
	x->sym.i = root.a;
	x->offset = term_offset(terms, name);
	return true;
}

static const char *annotation_at(const struct program *p, const struct declared_lock *x, const char *word)
{
	if (x->record.i)
		return x->offset < 0 ? NULL : declared_of_member(p, x->record, (uint64_t)x->offset, word);
	return declared_of_variable(p, x->sym, x->offset, word);
}

static bool are_one(const struct program *p, const struct declared_lock *a, const struct declared_lock *b)
{
	return a->sym.i == b->sym.i && a->offset == b->offset && type_strip(p, a->record).i == type_strip(p, b->record).i;
}

/* The annotation of `at` with this word that names `other`; NULL: there is none. */
static const char *names_other(struct order_breaking *b, const struct declared_lock *at, const struct declared_lock *other,
			       const char *word)
{
	const struct program *p = b->declared.p;
	const char *said = annotation_at(p, at, word);
	struct bytes rest = said ? declared_operands(said) : (struct bytes){ NULL, 0 }, operand;
	struct declared_lock lock;

	while (rest.len && declared_next(&rest, &operand))
		if (declared_lock(&b->declared, at->record, operand, &lock) && are_one(p, &lock, other))
			return said;
	return NULL;
}

static void tell_order(struct order_breaking *b, const struct lock_order *o, const char *subject, const char *said)
{
	struct graph *g = b->g;
	struct arena *a = g->d->arena;
	struct finding_edge e = edge_of(g, o);
	const char *wanted = name_text(a, g->names, (struct fn_id){ 0 }, o->wanted);
	size_t word = strcspn(said, " ");
	const char *text = arena_format(a, "%.*s(%s)", (int)word, said, said + word + 1);
	struct finding_note *note = arena_new(a, struct finding_note);
	struct finding x = { .rule = RULE_INCONSISTENT_LOCK, .object = "", .guard = "", .place = e.wants.place };

	x.lock = wanted;
	x.function = e.wants.function;
	x.message = arena_format(a, "'%s' is taken while '%s' is held, but '%s' is declared %s", wanted, e.holds, subject, text);
	*note = (struct finding_note){ e.acquired, arena_format(a, "'%s' is acquired here", e.holds) };
	x.note = note;
	x.nnotes = 1;
	finding_fact(a, &x, FACT_concurrent, 1, "two locks are held");
	finding_fact(a, &x, FACT_declared, 1, text);
	finding_fact(a, &x, FACT_apart, (int32_t)order_cost(o), NULL);
	text = arena_format(g->scratch, "%s|%s|%s|%s", rule_name(x.rule), wanted, e.holds, x.function);
	x.fingerprint = hash_much(text, strlen(text), 0);
	*vec_add(a, &g->d->finding) = x;
}

static void judge_order(struct order_breaking *b, const struct lock_order *o)
{
	const struct graph *g = b->g;
	struct declared_lock held, wanted;
	const char *said;

	if (!place_of_lock(g, o->held, &held) || !place_of_lock(g, o->wanted, &wanted) || are_one(b->declared.p, &held, &wanted))
		return;
	said = names_other(b, &held, &wanted, "acquired_after ");
	if (said)
		tell_order(b, o, name_text(g->d->arena, g->names, (struct fn_id){ 0 }, o->held), said);
	else if ((said = names_other(b, &wanted, &held, "acquired_before ")) != NULL)
		tell_order(b, o, name_text(g->d->arena, g->names, (struct fn_id){ 0 }, o->wanted), said);
}

/* Of each two locks the shortest way. */
void declared_tell(struct graph *g)
{
	const struct lockset *l = g->d->lockset;
	struct order_breaking b = { .g = g };

	if (!declarations_find(g->scratch, l->points->p, &b.declared))
		return;
	for (uint32_t i = 0; i < g->link.n; i++) {
		const struct lock_order *o = &l->order.at[g->order.at[g->link.at[i].order]];
		struct lock_taken at = lockset_wanted(l, o);
		if (!order_is_guessed(l, o) && !program_sym(l->points->p, program_fn(l->points->p, at.fn)->sym)->unchecked)
			judge_order(&b, o);
	}
}
