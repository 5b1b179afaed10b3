/* What a harness assumes, in words: "put(b = &object 1) and get(b = &object 1) begin at once; object 1 is a struct box with .n =
 * 3".
 *
 * Zeros and null pointers are not told, nor more than MOST_FACTS: how many there are beyond is. */
#include <string.h>

#include "prove/replay/replay.h"

enum { MOST_FACTS = 12, MOST_NESTING = 6 };

struct story {
	struct arena *a;
	const struct program *p;
	const struct schedule *s;
	const char *text; /* the facts */
	uint32_t facts;
};

static const char *symbol_name(const struct program *p, struct sym_id sym)
{
	const struct sym *s = program_sym(p, sym);

	return program_str(p, s->source.i ? s->source : s->name);
}

static const char *value_text(const struct story *x, const struct schedule_value *v)
{
	struct sym_id sym = v->kind == VALUE_SYMBOL   ? v->sym
			    : v->kind == VALUE_OBJECT ? x->s->object.at[v->object].sym
						      : (struct sym_id){ 0 };
	const char *name;

	if (v->kind == VALUE_NUMBER)
		return arena_format(x->a, "%lld", (long long)v->lo);
	name = sym.i ? symbol_name(x->p, sym) : arena_format(x->a, "object %u", v->object + 1);
	return v->offset ? arena_format(x->a, "&%s + %lld", name, (long long)v->offset) : arena_format(x->a, "&%s", name);
}

static void tell_fact(struct story *x, const char *of, const char *path, const char *value)
{
	if (x->facts++ < MOST_FACTS)
		x->text = arena_format(x->a, "%s%s%s%s = %s", x->text, *x->text ? ", " : "", of, path, value);
}

/* Numbers that are not zero, member by member. */
static void tell_numbers(struct story *x, const char *of, const char *path, const struct schedule_object *o, struct type_id type,
			 uint64_t at, uint32_t depth)
{
	const struct program *p = x->p;
	const struct type *t = program_type(p, type_strip(p, type));
	uint64_t v = 0, bytes = t->size / 8;

	if (t->kind == TYPE_STRUCT && depth < MOST_NESTING) {
		for (uint32_t i = 0; i < t->nfields; i++) {
			const struct field *f = &p->field.at[t->field + i];
			const char *name = program_str(p, f->name);
			if (!f->width)
				tell_numbers(x, of, *name ? arena_format(x->a, "%s.%s", path, name) : path, o, f->type,
					     at + f->offset / 8, depth + 1);
		}
	} else if ((t->kind == TYPE_INT || t->kind == TYPE_ENUM) && bytes && bytes <= 8 && at <= o->size &&
		   bytes <= o->size - at) {
		memcpy(&v, o->bytes + at, bytes);
		if (v)
			tell_fact(x, of, path,
				  arena_format(x->a, "%lld", (long long)((int64_t)(v << (64 - 8 * bytes)) >> (64 - 8 * bytes))));
	}
}

/* Of a variable only what the program does not say itself is worth a word; pointers always are. */
static void tell_object(struct story *x, uint32_t k)
{
	const struct schedule_object *o = &x->s->object.at[k];
	const char *of = o->sym.i ? symbol_name(x->p, o->sym) : arena_format(x->a, "object %u", k + 1);

	for (uint32_t i = 0; i < o->pointer.n; i++)
		if (o->pointer.at[i].value.kind != VALUE_NUMBER || o->pointer.at[i].value.lo)
			tell_fact(x, of, replay_name_member(x->a, x->p, o->type, o->pointer.at[i].at),
				  value_text(x, &o->pointer.at[i].value));
	if (o->type.i)
		tell_numbers(x, of, "", o, o->type, 0, 0);
}

static const char *root_text(const struct story *x, const struct schedule_root *r)
{
	struct arena scratch;
	struct body b = { 0 };
	const char *text = arena_format(x->a, "%s(", program_fn_name(x->p, r->fn));

	arena_init(&scratch, "root");
	body_get(&scratch, x->p, r->fn, &b);
	for (uint32_t i = 0; i < r->arg.n; i++) {
		const char *name = i < b.param.n ? program_str(x->p, b.param.at[i].name) : "";
		text =
		    arena_format(x->a, "%s%s%s%s%s", text, i ? ", " : "", name, *name ? " = " : "", value_text(x, &r->arg.at[i]));
	}
	arena_release(&scratch);
	return arena_format(x->a, "%s)", text);
}

const char *replay_name_start(struct arena *a, const struct program *p, const struct schedule *s)
{
	struct story x = { .a = a, .p = p, .s = s, .text = "" };
	const char *roots = "";
	bool variables = false;

	for (uint32_t i = 0; i < s->root.n; i++)
		roots = arena_format(a, "%s%s%s", roots,
				     !i			 ? ""
				     : i + 1 < s->root.n ? ", "
							 : " and ",
				     root_text(&x, &s->root.at[i]));
	for (uint32_t i = 0; i < s->object.n; i++) {
		variables |= s->object.at[i].sym.i != 0;
		tell_object(&x, i);
	}
	if (x.facts > MOST_FACTS)
		x.text = arena_format(a, "%s and %u more", x.text, x.facts - MOST_FACTS);
	return arena_format(a, "assumed: %s begin%s, no other thread runs, locks are free, variables %s%s%s", roots,
			    s->root.n > 1 ? " at the same time" : "s",
			    variables ? "hold what no initialiser may have given them" : "are as initialised",
			    *x.text ? "; " : "", x.text);
}
