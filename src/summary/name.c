/* Terms as the source would write them: "d->priv->lock", "vals[...]", "pool.lock". Types lead from member to member; what came out of a call
 * or a loop is called by its variable, or by the place it was loaded from. */
#include <stdlib.h>

#include "base/diag.h"
#include "summary/names.h"
#include "summary/summary.h"

/* An expression: of a pointer to the object, or of the object itself. */
struct expression {
	char *text;
	struct type_id type; /* of the object; none: not known */
	bool pointer;
};

struct naming {
	struct arena arena;
	const struct summaries *s;
	const struct term *table;
	struct body b; /* of the function asked last */
};

static struct expression name_of(struct naming *n, uint32_t term, uint32_t depth);

static struct type_id pointee(const struct program *p, struct type_id t)
{
	const struct type *k = t.i ? program_type(p, type_strip(p, t)) : NULL;

	return k && k->kind == TYPE_POINTER ? k->base : (struct type_id){ 0 };
}

static const struct body *body_of(struct naming *n, uint32_t fn)
{
	if (n->b.fn.i != fn)
		body_get(&n->arena, n->s->p, (struct fn_id){ fn }, &n->b);
	return &n->b;
}

static const char *function_called(const struct program *p, const struct body *b, const struct inst *in)
{
	struct sym_id callee = in->op == OP_call ? body_callee(p, b, in) : (struct sym_id){ 0 };

	return callee.i ? program_str(p, program_sym(p, callee)->source.i ? program_sym(p, callee)->source : program_sym(p, callee)->name) : NULL;
}

static struct expression name_param(struct naming *n, uint32_t fn, uint32_t k)
{
	const struct body *b = body_of(n, fn);
	struct expression e = { .pointer = true };

	if (k >= b->param.n) {
		e.text = arena_format(&n->arena, "argument%u", k + 1);
		return e;
	}
	e.text = b->param.at[k].name.i ? arena_string(&n->arena, program_str(n->s->p, b->param.at[k].name)) : arena_format(&n->arena, "argument%u", k + 1);
	e.type = b->param.at[k].by_value ? b->param.at[k].type : pointee(n->s->p, b->param.at[k].type);
	return e;
}

static char *as_object(struct naming *n, const struct expression *e)
{
	return e->pointer ? arena_format(&n->arena, "*%s", e->text) : e->text;
}

static struct expression name_inst(struct naming *n, const struct term *k, uint32_t depth)
{
	const struct program *p = n->s->p;
	struct expression e = { .pointer = k->kind != TERM_STACK };
	const struct body *b;
	const struct inst *in;
	const char *called;

	if (k->b & POINTS_PARAM)
		return name_param(n, k->a, k->b & ~POINTS_PARAM);
	if (k->kind == TERM_RESULT && k->base) {
		struct expression from = name_of(n, k->base, depth + 1);
		e.type = pointee(p, from.type);
		b = body_of(n, k->a);
		in = &b->inst.at[k->b];
		if (in->op == OP_load) {
			e.text = in->name.i ? arena_string(&n->arena, program_str(p, in->name)) : as_object(n, &from);
			return e;
		}
	}
	b = body_of(n, k->a);
	if (k->b >= b->inst.n)
		return (struct expression){ .text = "?", .pointer = true };
	in = &b->inst.at[k->b];
	called = function_called(p, b, in);
	e.type = k->kind == TERM_STACK ? in->type : pointee(p, in->type);
	e.text = in->name.i ? arena_string(&n->arena, program_str(p, in->name))
		 : called   ? arena_format(&n->arena, "%s()", called)
			    : arena_string(&n->arena, k->kind == TERM_STACK ? "local" : k->kind == TERM_HEAP ? "heap" : "pointer");
	return e;
}

static const char *class_name(struct naming *n, uint32_t class)
{
	uint32_t count;
	const uint32_t *object = points_objects(n->s->points, class, &count);

	for (uint32_t i = 0; i < count; i++) {
		const struct object *o = &n->s->points->object.at[object[i]];
		if (o->kind == OBJECT_VARIABLE) {
			const struct sym *s = program_sym(n->s->p, o->sym);
			return arena_format(&n->arena, "%s%s", program_str(n->s->p, s->source.i ? s->source : s->name), count > 1 ? " and others" : "");
		}
	}
	return "memory";
}

static struct expression name_root(struct naming *n, const struct term *k, uint32_t depth)
{
	const struct sym *s;

	switch (k->kind) {
	case TERM_PARAM:
		return name_param(n, k->a, k->b);
	case TERM_SYM:
		s = program_sym(n->s->p, (struct sym_id){ k->a });
		return (struct expression){ arena_string(&n->arena, program_str(n->s->p, s->source.i ? s->source : s->name)), s->type, false };
	case TERM_STACK:
	case TERM_HEAP:
	case TERM_RESULT:
		return name_inst(n, k, depth);
	case TERM_NAMED:
		return (struct expression){ arena_format(&n->arena, "@%s", model_string(n->s->points->models, k->a)), { 0 }, false };
	case TERM_CLASS:
		return (struct expression){ arena_string(&n->arena, class_name(n, k->a)), { 0 }, false };
	default:
		return (struct expression){ arena_string(&n->arena, "?"), { 0 }, false };
	}
}

static struct type_id element_type(const struct program *p, struct type_id t)
{
	const struct type *k = t.i ? program_type(p, type_strip(p, t)) : NULL;

	return k && k->kind == TYPE_ARRAY ? k->base : t;
}

static struct expression name_field(struct naming *n, struct expression base, int64_t offset)
{
	char *text = NULL, *path;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);
	struct expression e = { .type = base.type.i && offset >= 0 ? type_at(n->s->p, base.type, offset) : (struct type_id){ 0 } };

	if (!f)
		die("no memory");
	if (base.type.i && offset >= 0)
		ir_print_path(n->s->p, base.type, offset, 0, f);
	fclose(f);
	path = arena_copy(&n->arena, text, len);
	free(text);
	if (!path[0])
		e.text = arena_format(&n->arena, "%s%+lld", base.text, (long long)offset);
	else if (base.pointer && path[0] == '.')
		e.text = arena_format(&n->arena, "%s->%s", base.text, path + 1);
	else
		e.text = arena_format(&n->arena, "%s%s", base.text, path);
	return e;
}

/* Bounded: a term has few steps, and few of them in turn. */
static struct expression name_of(struct naming *n, uint32_t term, uint32_t depth)
{
	const struct term *k = &n->table[term];
	struct expression base, e;

	if (depth > 40)
		return (struct expression){ arena_string(&n->arena, "..."), { 0 }, true };
	if (!term_is_step(k->kind))
		return name_root(n, k, depth);
	base = name_of(n, k->base, depth + 1);
	switch (k->kind) {
	case TERM_FIELD:
		return name_field(n, base, k->offset);
	case TERM_INDEX:
		e = (struct expression){ arena_format(&n->arena, "%s[...]", base.text), element_type(n->s->p, base.type), false };
		return e;
	default: /* what is stored there */
		e = (struct expression){ .type = pointee(n->s->p, base.type), .pointer = true };
		e.text = base.pointer ? arena_format(&n->arena, "*%s", base.text) : base.text;
		return e;
	}
}

char *summary_name(struct arena *arena, const struct summaries *s, const struct term *table, uint32_t term, struct konst_id member)
{
	struct naming n = { .s = s, .table = table };
	struct expression e;
	char *out;

	arena_init(&n.arena, "summary.name");
	e = name_of(&n, term, 0);
	if (e.pointer && member.i && program_konst(s->p, member)->kind == KONST_MEMBER) /* the first member */
		e = name_field(&n, (struct expression){ e.text, program_konst(s->p, member)->type, true }, (int64_t)program_konst(s->p, member)->lo);
	else if (e.pointer && e.type.i && program_type(s->p, type_strip(s->p, e.type))->kind == TYPE_STRUCT)
		e = name_field(&n, e, 0);
	else if (e.pointer)
		e.text = arena_format(&n.arena, "*%s", e.text);
	if (e.type.i && !e.pointer && program_type(s->p, type_strip(s->p, e.type))->kind == TYPE_ARRAY)
		e.text = arena_format(&n.arena, "%s[...]", e.text);
	out = arena_string(arena, e.text);
	arena_release(&n.arena);
	return out;
}
