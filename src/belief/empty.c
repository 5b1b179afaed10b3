/* Critical sections with nothing in them (racerx, section 8.6): a lock is taken and given back at once, on a straight way, and
 * elsewhere the same lock does protect something. Somebody forgot the code, or its place; or he only wants to wait until the
 * other one has left, which is why these come last of all findings; a lock that is held where a thread is started is surely
 * waited for. Or we do not see what is there: --dump=belief lists all that we take to be empty. */
#include <string.h>

#include "base/store/hash.h"
#include "belief/private.h"
#include "ir/text/path.h"

struct emptiness {
	struct beliefs *b;
	struct arena arena;
	struct intern used; /* names of locks with something in a section */
};

static bool is_empty(const struct section *s)
{
	return s->term && !s->objects && !s->open && !s->busy;
}

static void note_used(struct emptiness *e, const struct sections *s)
{
	for (uint32_t i = 0; i < s->section.n; i++)
		if (s->section.at[i].objects && s->section.at[i].term)
			(void)intern_string(&e->used, belief_lock_name(&e->arena, e->b, s->section.at[i].term));
}

/* As the source calls it, where it does. */
static const char *name_at(struct beliefs *b, const struct section *s, const char *name)
{
	const struct body *code = code_of(b->races, s->fn);
	struct ref lock = body_arg(code, &code->inst.at[s->inst], 1);

	return ref_kind(lock) == REF_NONE ? arena_string(b->arena, name) : path_of_address(b->arena, b->races->p, code, lock);
}

static void tell(struct beliefs *b, const struct section *s, const char *name)
{
	const char *lock = name_at(b, s, name), *text;
	struct finding x = { .rule = RULE_EMPTY_SECTION, .object = "", .guard = "", .lock = lock };

	x.place = belief_keep_place(b, belief_place(b, s->fn, s->inst));
	x.function = arena_string(b->arena, program_fn_name(b->races->p, s->fn));
	x.message = arena_format(b->arena, "'%s' is locked and unlocked with nothing in between", lock);
	text = arena_format(b->arena, "%s|%s|%s", rule_name(x.rule), x.function, lock);
	x.fingerprint = hash_much(text, strlen(text), 0);
	finding_fact(b->arena, &x, FACT_idle, 1, NULL);
	*vec_add(b->arena, &b->finding) = x;
}

static void look_at(struct emptiness *e, const struct sections *s)
{
	for (uint32_t i = 0; i < s->section.n; i++) {
		const char *name;
		if (!is_empty(&s->section.at[i]))
			continue;
		name = belief_lock_name(&e->arena, e->b, s->section.at[i].term);
		if (intern_find(&e->used, name, strlen(name)) &&
		    !threads_waits_for_creator(e->b->races->threads, s->section.at[i].fn, s->section.at[i].inst))
			tell(e->b, &s->section.at[i], name);
	}
}

void empty_judge(struct beliefs *b)
{
	const struct contexts *c = b->races->contexts;
	struct emptiness e = { .b = b };

	arena_init(&e.arena, "empty sections");
	intern_init(&e.used, &e.arena);
	for (uint32_t f = 1; f < b->races->p->fn.n; f++)
		if (c->first_by_fn[f] != c->first_by_fn[f + 1])
			note_used(&e, belief_sections(b, (struct fn_id){ f }));
	for (uint32_t f = 1; f < b->races->p->fn.n; f++)
		if (c->first_by_fn[f] != c->first_by_fn[f + 1])
			look_at(&e, belief_sections(b, (struct fn_id){ f }));
	arena_release(&e.arena);
}
