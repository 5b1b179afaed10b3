/* Terms as the source would write them. Types lead from member to member; what came out of a call or a loop is called by its
 * variable, or by the place it was loaded from. */
#include "term/text.h"

#include <stdlib.h>
#include <string.h>

#include "term/value.h"

/* An expression: of a pointer to the object, or of the object itself. */
struct term_expression {
	char *text;
	struct type_id type; /* of the object; none: not known */
	bool pointer;
};

struct naming {
	struct arena arena;
	const struct term_words *w;
	const struct program *p;
	struct body b; /* of the function asked last */
	struct term_asked asked;
	uint32_t last; /* the term asked for */
};

static struct term_expression name_of(struct naming *n, uint32_t term, uint32_t depth);
static struct term_expression name_thing(struct naming *n, uint32_t term, uint32_t depth);

static struct term term_at(const struct naming *n, uint32_t term)
{
	return n->w->terms ? term_get(n->w->terms, term) : n->w->table[term];
}

static struct type_id pointee(const struct program *p, struct type_id t)
{
	const struct type *k = t.i ? program_type(p, type_strip(p, t)) : NULL;

	return k && k->kind == TYPE_POINTER ? k->base : (struct type_id){ 0 };
}

static bool is_record(const struct program *p, struct type_id t)
{
	uint8_t kind = t.i ? program_type(p, type_strip(p, t))->kind : 0;

	return kind == TYPE_STRUCT || kind == TYPE_UNION;
}

static bool is_array(const struct program *p, struct type_id t)
{
	return t.i && program_type(p, type_strip(p, t))->kind == TYPE_ARRAY;
}

static const struct body *body_of(struct naming *n, uint32_t fn)
{
	if (n->b.fn.i != fn)
		body_get(&n->arena, n->p, (struct fn_id){ fn }, &n->b);
	return &n->b;
}

/* void *d, but d->priv: the record that a value is used as. */
static struct type_id type_by_use(const struct body *b, uint32_t value)
{
	for (uint32_t i = 0; i < b->inst.n; i++) {
		struct ref r = body_arg(b, &b->inst.at[i], 0);
		if (b->inst.at[i].op == OP_field && ref_kind(r) == REF_VALUE && ref_index(r) == value)
			return b->inst.at[i].type;
	}
	return (struct type_id){ 0 };
}

static const char *function_called(const struct program *p, const struct body *b, const struct inst *in)
{
	struct sym_id callee = in->op == OP_call ? body_callee(p, b, in) : (struct sym_id){ 0 };

	return callee.i ? program_str(p, program_sym(p, callee)->source.i ? program_sym(p, callee)->source
									  : program_sym(p, callee)->name)
			: NULL;
}

static struct term_expression name_param(struct naming *n, uint32_t fn, uint32_t k)
{
	const struct body *b = body_of(n, fn);
	struct term_expression e = { .pointer = true };

	if (k >= b->param.n) {
		e.text = arena_format(&n->arena, "argument%u", k + 1);
		return e;
	}
	e.text = b->param.at[k].name.i ? arena_string(&n->arena, program_str(n->p, b->param.at[k].name))
				       : arena_format(&n->arena, "argument%u", k + 1);
	e.type = b->param.at[k].by_value ? b->param.at[k].type : pointee(n->p, b->param.at[k].type);
	if (!is_record(n->p, e.type) && type_by_use(b, k + 1).i)
		e.type = type_by_use(b, k + 1);
	return e;
}

static char *as_object(struct naming *n, const struct term_expression *e)
{
	return e->pointer ? arena_format(&n->arena, "*%s", e->text) : e->text;
}

static struct term_expression name_inst(struct naming *n, const struct term *k, uint32_t depth)
{
	const struct program *p = n->p;
	uint32_t inst = k->b & ~RESULT_INNER;
	struct term_expression e = { .pointer = k->kind != TERM_STACK };
	const struct body *b;
	const struct inst *in;
	const char *called;

	if (k->b & POINTS_PARAM)
		return name_param(n, k->a, k->b & ~(POINTS_PARAM | RESULT_INNER));
	if (k->kind == TERM_RESULT && k->base) {
		struct term_expression from = name_of(n, k->base, depth + 1);
		e.type = pointee(p, from.type);
		b = body_of(n, k->a);
		in = &b->inst.at[inst];
		if (in->op == OP_load) {
			e.text = in->name.i ? arena_string(&n->arena, program_str(p, in->name)) : as_object(n, &from);
			return e;
		}
	}
	b = body_of(n, k->a);
	if (inst >= b->inst.n)
		return (struct term_expression){ .text = "?", .pointer = true };
	in = &b->inst.at[inst];
	called = function_called(p, b, in);
	e.type = k->kind == TERM_STACK ? in->type : pointee(p, in->type);
	if (k->kind != TERM_STACK && !is_record(p, e.type))
		e.type = type_by_use(b, body_value(b, inst));
	e.text = in->name.i ? arena_string(&n->arena, program_str(p, in->name))
		 : called   ? arena_format(&n->arena, "%s()", called)
			    : arena_string(&n->arena, k->kind == TERM_STACK  ? "local"
						      : k->kind == TERM_HEAP ? "heap"
									     : "pointer");
	return e;
}

static const char *class_name(struct naming *n, uint32_t class)
{
	uint32_t count;
	const uint32_t *object = points_objects(n->w->points, class, &count);

	for (uint32_t i = 0; i < count; i++) {
		const struct object *o = &n->w->points->object.at[object[i]];
		if (o->kind == OBJECT_VARIABLE) {
			const struct sym *s = program_sym(n->p, o->sym);
			return arena_format(&n->arena, "%s%s", program_str(n->p, s->source.i ? s->source : s->name),
					    count > 1 ? " and others" : "");
		}
	}
	return "memory";
}

static struct term_expression unknown(struct naming *n)
{
	return (struct term_expression){ arena_string(&n->arena, "?"), { 0 }, false };
}

/* "struct pool.lock": whichever pool it is. */
static char *name_member_of(struct naming *n, const struct term *k)
{
	char *text = NULL, *kept;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);

	if (!f)
		die("out of memory");
	for (uint32_t i = 0; i < k->b; i++)
		fputc('*', f);
	ir_print_type(n->p, (struct type_id){ k->a }, f);
	ir_print_path(n->p, (struct type_id){ k->a }, k->offset, 0, f);
	fclose(f);
	kept = arena_copy(&n->arena, text, len);
	free(text);
	return kept;
}

/* Its elements are no sets. */
static char *name_set(struct naming *n, uint32_t set, uint32_t depth)
{
	uint32_t count;
	const uint32_t *at = set_get(n->w->terms, set, &count);
	char *text = arena_string(&n->arena, "one of");

	for (uint32_t i = 0; i < count; i++)
		text = arena_format(&n->arena, "%s%s %s", text, i ? "," : "", name_thing(n, at[i], depth + 1).text);
	return text;
}

static struct term_expression name_root(struct naming *n, const struct term *k, uint32_t depth)
{
	const struct sym *s;

	switch (k->kind) {
	case TERM_PARAM:
	case TERM_OUTER:
		return k->b < POINTS_PARAM ? name_param(n, k->a, k->b) : unknown(n);
	case TERM_ONE_OF:
		return (struct term_expression){ name_set(n, k->a, depth), { 0 }, false };
	case TERM_ABOVE:
		return name_of(n, k->base, depth + 1);
	case TERM_MEMBER:
		return (struct term_expression){ name_member_of(n, k), { 0 }, false };
	case TERM_SYM:
		s = program_sym(n->p, (struct sym_id){ k->a });
		return (struct term_expression){ arena_string(&n->arena, program_str(n->p, s->source.i ? s->source : s->name)),
					    s->type, false };
	case TERM_STACK:
	case TERM_HEAP:
	case TERM_RESULT:
		if (!k->a)
			return (struct term_expression){ arena_string(&n->arena, class_name(n, term_at(n, k->base).a)), { 0 }, true };
		return name_inst(n, k, depth);
	case TERM_NAMED:
		return (struct term_expression){ arena_string(&n->arena, model_string(n->w->points->models, k->a)), { 0 }, false };
	case TERM_CLASS:
		return (struct term_expression){ arena_string(&n->arena, class_name(n, k->a)), { 0 }, false };
	default:
		return unknown(n);
	}
}

static struct type_id element_type(const struct program *p, struct type_id t)
{
	const struct type *k = t.i ? program_type(p, type_strip(p, t)) : NULL;

	return k && k->kind == TYPE_ARRAY ? k->base : t;
}

static const struct field *field_holding(const struct program *p, const struct type *record, int64_t offset)
{
	const struct field *found = NULL;

	for (uint32_t i = 0; i < record->nfields; i++) {
		const struct field *f = &p->field.at[record->field + i];
		if ((int64_t)(f->offset / 8) <= offset && (!found || f->offset > found->offset || record->kind == TYPE_STRUCT))
			found = f;
		if (found && record->kind == TYPE_UNION)
			break;
	}
	return found;
}

/* The record is a lock, not something that has one. */
static bool is_lock_type(const struct program *p, struct type_id t)
{
	const struct type *k = program_type(p, type_strip(p, t));
	const char *name = program_str(p, k->name);

	return k->kind == TYPE_UNION || strstr(name, "lock") || strstr(name, "mutex") || strstr(name, "sem");
}

/* ".pwr.ev": the members down to what is meant: a lock, or with `deep` a scalar. */
static struct type_id print_members(const struct program *p, struct type_id t, int64_t offset, bool deep, FILE *f)
{
	for (uint32_t depth = 0; depth < 16 && t.i; depth++) {
		const struct type *k = program_type(p, type_strip(p, t));
		const struct field *x;
		if (k->kind == TYPE_ARRAY && program_type(p, type_strip(p, k->base))->size >= 8) {
			int64_t size = (int64_t)(program_type(p, type_strip(p, k->base))->size / 8);
			if (offset == 0 && !deep && !is_record(p, k->base))
				break;
			if (deep)
				fputs("[...]", f);
			else
				fprintf(f, "[%lld]", (long long)(offset / size));
			t = k->base;
			offset %= size;
			continue;
		}
		if ((k->kind != TYPE_STRUCT && k->kind != TYPE_UNION) || (depth && !offset && !deep) ||
		    (!deep && !offset && is_lock_type(p, t)))
			break;
		x = field_holding(p, k, offset);
		if (!x)
			break;
		if (x->name.i)
			fprintf(f, ".%s", program_str(p, x->name));
		offset -= (int64_t)(x->offset / 8);
		t = x->type;
	}
	return t;
}

static struct term_expression name_field(struct naming *n, struct term_expression base, int64_t offset, bool deep)
{
	char *text = NULL, *path;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);
	struct term_expression e = { 0 };

	if (!f)
		die("no memory");
	if (base.type.i && offset >= 0)
		e.type = print_members(n->p, base.type, offset, deep, f);
	fclose(f);
	path = arena_copy(&n->arena, text, len);
	free(text);
	if (!path[0] && !offset)
		return base;
	if (!path[0])
		e.text = arena_format(&n->arena, "%s%+lld", base.text, (long long)offset);
	else if (base.pointer && path[0] == '.')
		e.text = arena_format(&n->arena, base.text[0] == '*' ? "(%s)->%s" : "%s->%s", base.text, path + 1);
	else
		e.text = arena_format(&n->arena, "%s%s", base.text, path);
	return e;
}

/* A lock that is one bit of a word. */
static struct term_expression name_bit(struct naming *n, struct term_expression word, int64_t offset)
{
	word = name_field(n, word, offset % TERM_BIT, true);
	word.text = arena_format(&n->arena, "bit %lld of %s", (long long)(offset / TERM_BIT), word.text);
	return word;
}

static uint64_t bytes_of(const struct program *p, struct type_id t)
{
	return program_type(p, type_strip(p, t))->size / 8;
}

/* What an index counts through, of which an address is known that is a record's as well: the array that the record begins with. A
 * record that has none of such elements is one object, whatever is counted there. */
static struct term_expression name_counted(struct naming *n, struct term_expression base, int64_t stride)
{
	const struct program *p = n->p;
	struct type_id t = base.type;
	const char *path = "";

	if (!is_record(p, t) || stride <= 0 || (base.pointer && bytes_of(p, t) == (uint64_t)stride))
		return base;
	for (uint32_t depth = 0; depth < 16 && t.i && bytes_of(p, t) > (uint64_t)stride; depth++) {
		const struct type *k = program_type(p, type_strip(p, t));
		const struct field *x;
		if (k->kind == TYPE_ARRAY && path[0] && bytes_of(p, k->base) <= (uint64_t)stride) {
			char *text = base.pointer ? arena_format(&n->arena, "%s->%s", base.text, path + 1)
							: arena_format(&n->arena, "%s%s", base.text, path);
			return (struct term_expression){ text, t, false };
		}
		x = k->kind == TYPE_STRUCT || k->kind == TYPE_UNION ? field_holding(p, k, 0) : NULL;
		if (k->kind != TYPE_ARRAY && !x)
			break;
		path = x ? x->name.i ? arena_format(&n->arena, "%s.%s", path, program_str(p, x->name)) : path
			 : arena_format(&n->arena, "%s[...]", path);
		t = x ? x->type : k->base;
	}
	return base;
}

static struct term_expression name_element(struct naming *n, const struct term_expression *array, uint32_t index)
{
	struct type_id type = element_type(n->p, array->type);
	uint64_t size = type.i ? bytes_of(n->p, type) : 0;
	struct term k = index ? term_at(n, index) : (struct term){ 0 };

	if (k.kind == TERM_INT && n->asked.lock && size)
		return (struct term_expression){
			arena_format(&n->arena, "%s[%lld]", array->text, (long long)(k.offset / (int64_t)size)), type, false
		};
	return (struct term_expression){ arena_format(&n->arena, "%s[%s]", array->text, k.kind == TERM_ALL ? "all" : "..."), type,
					 false };
}

/* Bounded: a term has few steps, and few of them in turn. */
static struct term_expression name_of(struct naming *n, uint32_t term, uint32_t depth)
{
	const struct term at = term_at(n, term), *k = &at;
	struct term_expression base, e;

	if (depth > 40)
		return (struct term_expression){ arena_string(&n->arena, "..."), { 0 }, true };
	if (!term_is_step(k->kind)) {
		e = name_root(n, k, depth);
		if (term == n->asked.hint && !is_record(n->p, e.type) && !is_array(n->p, e.type))
			e.type = n->asked.type;
		return e;
	}
	base = name_of(n, k->base, depth + 1);
	switch (k->kind) {
	case TERM_FIELD:
		if (k->offset >= TERM_BIT)
			return name_bit(n, base, k->offset);
		return name_field(n, base, k->offset, term == n->last && n->asked.deep);
	case TERM_INDEX:
		if (k->a && !k->offset && term_at(n, k->a).kind == TERM_INT && term_at(n, k->a).offset >= TERM_BIT)
			return name_bit(n, base, term_at(n, k->a).offset);
		base = name_counted(n, base, k->offset);
		if (!base.pointer && is_record(n->p, base.type))
			return base;
		return name_element(n, &base, k->a);
	default: /* what is stored there */
		if (is_record(n->p, base.type) || (!base.pointer && is_array(n->p, base.type)))
			base = name_field(n, base, 0, true);
		e = (struct term_expression){ .type = term == n->asked.hint ? n->asked.type : pointee(n->p, base.type), .pointer = true };
		e.text = base.pointer ? arena_format(&n->arena, "*%s", base.text) : base.text;
		return e;
	}
}

static bool is_array_of_records(const struct program *p, struct type_id t)
{
	return is_array(p, t) && is_record(p, element_type(p, t));
}

/* With what begins at its address, if that is a record or an array. */
static struct term_expression name_thing(struct naming *n, uint32_t term, uint32_t depth)
{
	struct term_expression e = name_of(n, term, depth);
	bool deep = n->asked.deep;

	if ((is_record(n->p, e.type) && (n->asked.lock || deep)) || (n->asked.lock && !e.pointer && is_array(n->p, e.type)) ||
	    (deep && !e.pointer && is_array_of_records(n->p, e.type)))
		e = name_field(n, e, 0, deep);
	if (e.pointer)
		e.text = arena_format(&n->arena, "*%s", e.text);
	else if (is_array(n->p, e.type))
		e.text = arena_format(&n->arena, "%s[...]", e.text);
	return e;
}

char *term_text(struct arena *arena, const struct term_words *w, uint32_t term, struct term_asked asked)
{
	struct naming n = { .w = w, .p = w->points->p, .asked = asked, .last = term };
	char *out;

	arena_init(&n.arena, "term.text");
	out = arena_string(arena, name_thing(&n, term, 0).text);
	arena_release(&n.arena);
	return out;
}
