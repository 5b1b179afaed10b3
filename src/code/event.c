#include "code/event.h"

/* The traits as event.def writes them. */
enum {
#define TRAIT(id) id = TRAIT_##id,
#include "code/event.def"
#undef TRAIT
};

static const uint32_t traits_of[MODEL_VERBS] = {
#define EVENT(kind, traits) [EVENT_##kind] = (traits),
#include "code/event.def"
#undef EVENT
};

const struct model_row *events_of(struct arena *arena, const struct models *m, const char *name, bool defined)
{
	const struct model_row *r = model_skip(model_find(m, name), defined), *first = NULL, **last = &first;
	bool all = true;

	for (const struct model_row *k = r; k; k = k->next)
		all &= !k->external || !defined;
	if (all)
		return r;
	for (; r; r = model_skip(r->next, defined)) {
		struct model_row *copy = arena_new(arena, struct model_row);
		*copy = *r;
		copy->next = NULL;
		*last = copy;
		last = &copy->next;
	}
	return first;
}

struct model_row *event_make_calls(struct arena *arena, uint8_t arg)
{
	struct model_row *r = arena_new(arena, struct model_row);

	*r = (struct model_row){ .verb = MODEL_CALLS, .fn = { .base = MODEL_ARGUMENT, .arg = arg } };
	return r;
}

enum {
#define EVENT(kind, traits) +1
	EVENT_LINES = 0
#include "code/event.def"
#undef EVENT
#define VERB(...) +1
	,
	VERB_LINES = 0
#include "model/model.def"
#undef VERB
};
_Static_assert(EVENT_LINES == VERB_LINES, "every verb of the models has a line in event.def");

bool event_has(const struct model_row *r, enum event_trait trait)
{
	return traits_of[r->verb] & trait;
}

bool events_have(const struct model_row *r, enum event_trait trait)
{
	while (r && !event_has(r, trait))
		r = r->next;
	return r != NULL;
}

const struct model_row *events_find(const struct model_row *r, enum event_kind kind)
{
	while (r && !event_is(r, kind))
		r = r->next;
	return r;
}

/* ---- operands ---- */

struct ref event_argument(const struct body *b, const struct inst *call, const struct model_place *place)
{
	return place->base == MODEL_ARGUMENT ? body_arg(b, call, place->arg + 1u) : ref_make(REF_NONE, 0);
}

struct ref event_value(const struct body *b, const struct inst *call, const struct model_place *place)
{
	return place->deref || place->name ? ref_make(REF_NONE, 0) : event_argument(b, call, place);
}

struct ref event_object(const struct body *b, const struct inst *call, const struct model_place *place)
{
	return place->deref != 1 || place->name ? ref_make(REF_NONE, 0) : event_argument(b, call, place);
}

struct ref event_keeper(const struct body *b, const struct inst *call, const struct model_place *place)
{
	return place->deref != 2 || place->name ? event_object(b, call, place) : event_argument(b, call, place);
}

uint64_t event_bytes(const struct program *p, const struct body *b, const struct inst *call, const struct model_row *r)
{
	const struct konst *k;

	if (event_fixed_bytes(r))
		return event_fixed_bytes(r);
	k = r->len.kind == MODEL_LEN_ARG ? program_konst_of(p, body_arg(b, call, r->len.a + 1u)) : NULL;
	return k && k->kind == KONST_INT ? k->lo : 0;
}

/* ---- conditions ---- */

uint8_t event_compare(uint8_t test)
{
	static const uint8_t compare[] = { [MODEL_EQ] = COMPARE_eq,  [MODEL_NE] = COMPARE_ne,  [MODEL_LT] = COMPARE_slt,
					   [MODEL_LE] = COMPARE_sle, [MODEL_GT] = COMPARE_sgt, [MODEL_GE] = COMPARE_sge };

	return test < sizeof compare ? compare[test] : COMPARE_none;
}

struct event_test event_test(const struct model_condition *c)
{
	if (c->test == MODEL_ANY_BIT || c->test == MODEL_NO_BIT)
		return (struct event_test){ c->test == MODEL_ANY_BIT ? COMPARE_ne : COMPARE_eq, 0, c->value, 0 };
	if (c->what == MODEL_ERR)
		return (struct event_test){ .mask = -1, .error = c->test == MODEL_EQ ? 1 : -1 };
	return (struct event_test){ event_compare(c->test), c->what == MODEL_NUMBER ? c->value : 0, -1, 0 };
}

bool event_is_told_by_zero(const struct model_row *r)
{
	struct event_test t = event_test(&r->when);

	return event_asks_result(r) && t.compare == COMPARE_eq && t.mask == -1 && !t.number;
}

struct ref event_asked(const struct body *b, const struct inst *call, const struct model_condition *c)
{
	return c->base == MODEL_ARGUMENT ? body_arg(b, call, c->arg + 1u) : ref_make(REF_NONE, 0);
}

enum event_verdict event_condition(const struct program *p, const struct body *b, const struct inst *call,
				   const struct model_condition *c)
{
	const struct konst *k = program_konst_of(p, event_asked(b, call, c));

	if (c->test == MODEL_ALWAYS)
		return EVENT_YES;
	if (c->what == MODEL_ERR || !k || (k->kind != KONST_INT && k->kind != KONST_NULL))
		return EVENT_MAYBE;
	return model_condition_holds(c, k->kind == KONST_INT ? (int64_t)k->lo : 0) ? EVENT_YES : EVENT_NO;
}

/* ---- questions of several phases ---- */

bool event_makes_result(const struct model_row *r)
{
	return event_is(r, EVENT_REALLOC) || (event_is(r, EVENT_ALLOC) && r->on.base == MODEL_RESULT && !r->on.deref);
}

bool events_make_result(const struct model_row *r)
{
	while (r && !event_makes_result(r))
		r = r->next;
	return r != NULL;
}

bool events_make_new(const struct model_row *r)
{
	while (r && (event_is(r, EVENT_REALLOC) || !event_makes_result(r)))
		r = r->next;
	return r != NULL;
}

bool event_fills_made(const struct model_row *r, const struct model_row *first)
{
	return r->on.base == MODEL_RESULT && r->on.deref == 1 && events_make_new(first);
}

bool event_stores_made(const struct model_row *r)
{
	return event_is(r, EVENT_ALLOC) && event_argument_number(&r->on) && r->on.deref;
}

/* A copy from something that has only a name says where pointers come from; that it writes is another row. */
bool event_accesses(const struct model_row *r)
{
	return event_has(r, TRAIT_ACCESSES) && !(event_is(r, EVENT_COPIES) && event_hidden(&r->from));
}

bool events_access(const struct model_row *r)
{
	while (r && !event_accesses(r))
		r = r->next;
	return r != NULL;
}

bool event_gives_own(const struct model_row *r)
{
	return event_is(r, EVENT_PRIVATE) && event_is_result(&r->on) && r->on.deref;
}

bool event_publishes_contents(const struct model_row *r)
{
	return event_is(r, EVENT_PUBLISH) && r->value.deref;
}

struct ref event_returned(const struct body *b, const struct inst *call, const struct model_row *r)
{
	return event_is(r, EVENT_RETURNS) ? event_value(b, call, &r->on) : ref_make(REF_NONE, 0);
}

uint32_t event_returned_number(const struct model_row *r)
{
	return event_is(r, EVENT_RETURNS) && !r->on.deref && !r->on.name ? event_argument_number(&r->on) : 0;
}

bool event_ends(const struct program *p, const struct body *b, const struct inst *call, const struct model_row *r)
{
	return event_has(r, TRAIT_ENDS) && event_condition(p, b, call, &r->when) == EVENT_YES;
}

bool events_set_robust(const struct program *p, const struct model_row *const *row)
{
	for (uint32_t i = 1; i < p->sym.n; i++)
		for (const struct model_row *r = p->sym.at[i].kind != SYM_VARIABLE ? row[i] : NULL; r; r = r->next)
			if (event_is(r, EVENT_SETTYPE) && (r->flags & MODEL_ROBUST))
				return true;
	return false;
}

/* ---- what is declared ---- */

bool events_declare_benign(const struct models *m)
{
	for (uint32_t i = 0; i < m->row.n; i++)
		if (m->row.at[i].verb == MODEL_BENIGN)
			return true;
	return false;
}
