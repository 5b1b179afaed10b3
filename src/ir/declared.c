#include "ir/declared.h"

#include <string.h>

#include "base/limit.h"
#include "base/stat.h"

/* ---- where they are ---- */

static const char *of_type(const struct program *p, struct type_id type, const char *word)
{
	while (type.i) {
		const struct type *t = program_type(p, type);
		if (t->kind == TYPE_TAG && !strncmp(program_str(p, t->name), word, strlen(word)))
			return program_str(p, t->name);
		if (t->kind < TYPE_TYPEDEF || t->kind > TYPE_TAG)
			return NULL;
		type = t->base;
	}
	return NULL;
}

const char *declared_of_member(const struct program *p, struct type_id record, uint64_t offset, const char *word)
{
	uint64_t at = offset * 8;

	for (;;) { /* no record is inside of itself */
		const struct type *t = program_type(p, type_strip(p, record));
		const struct field *in = NULL;
		const char *said;
		if (t->kind != TYPE_STRUCT && t->kind != TYPE_UNION)
			return NULL;
		for (uint32_t i = 0; i < t->nfields; i++)
			if (p->field.at[t->field + i].offset <= at && (!in || p->field.at[t->field + i].offset >= in->offset))
				in = &p->field.at[t->field + i];
		said = in ? of_type(p, in->type, word) : NULL;
		if (!in || said)
			return said;
		record = in->type;
		at -= in->offset;
	}
}

const char *declared_of_variable(const struct program *p, struct sym_id variable, int64_t offset, const char *word)
{
	struct type_id type = program_sym(p, variable)->type;
	const char *said = of_type(p, type, word);

	return said || offset < 0 ? said : declared_of_member(p, type, (uint64_t)offset, word);
}

/* ---- operands ---- */

static const char *const words[] = { "guarded_by ", "pt_guarded_by ", "acquired_before ", "acquired_after " };

static bool is_annotation(const struct program *p, const struct type *t)
{
	for (size_t i = 0; t->kind == TYPE_TAG && i < sizeof words / sizeof *words; i++)
		if (!strncmp(program_str(p, t->name), words[i], strlen(words[i])))
			return true;
	return false;
}

bool declarations_find(struct arena *a, const struct program *p, struct declarations *d)
{
	bool any = false;

	*d = (struct declarations){ .p = p };
	for (uint32_t i = 1; i < p->type.n && !any; i++)
		any = is_annotation(p, &p->type.at[i]);
	for (uint32_t i = 1; any && i < p->sym.n; i++) {
		const struct sym *s = &p->sym.at[i];
		struct str_id name = s->source.i ? s->source : s->name;
		uint32_t *known;
		if (s->kind != SYM_VARIABLE || !name.i || s->flags & SYM_UNNAMED)
			continue;
		known = map_at(a, &d->variable, name.i);
		if (!*known || (program_sym(p, (struct sym_id){ *known })->linkage == LINK_STATIC && s->linkage != LINK_STATIC))
			*known = i;
	}
	return any;
}

struct bytes declared_operands(const char *annotation)
{
	const char *from = annotation + strcspn(annotation, " ");

	return (struct bytes){ from, strlen(from) };
}

bool declared_next(struct bytes *from, struct bytes *operand)
{
	const char *comma = memchr(from->at, ',', from->len);
	size_t len = comma ? (size_t)(comma - from->at) : from->len;

	if (!from->len)
		return false;
	*operand = (struct bytes){ from->at, len };
	len += comma != NULL;
	*from = (struct bytes){ from->at + len, from->len - len };
	return true;
}

static bool is_letter(char c)
{
	return c == '_' || (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z');
}

/* The next name of "&(pool).lock"; false: something else stands there. */
static bool next_name(struct bytes *text, struct bytes *name)
{
	size_t from = 0, to;

	while (from < text->len && strchr(" &*().", text->at[from]))
		from++;
	for (to = from; to < text->len && is_letter(text->at[to]);)
		to++;
	*name = (struct bytes){ text->at + from, to - from };
	*text = (struct bytes){ text->at + to, text->len - to };
	return to > from;
}

/* Also one of a record without a name inside. */
static const struct field *member_of(const struct program *p, struct type_id record, struct bytes name, int64_t *offset,
				     unsigned depth)
{
	const struct type *t = program_type(p, type_strip(p, record));

	if ((t->kind != TYPE_STRUCT && t->kind != TYPE_UNION) || limit_over(LIMIT_code_anonymous, depth))
		return NULL;
	for (uint32_t i = 0; i < t->nfields; i++) {
		const struct field *f = &p->field.at[t->field + i], *found = f;
		const char *called = program_str(p, f->name);
		int64_t further = 0;
		if (!f->name.i)
			found = member_of(p, f->type, name, &further, depth + 1);
		else if (strlen(called) != name.len || memcmp(called, name.at, name.len) != 0)
			continue;
		if (!found)
			continue;
		*offset += (int64_t)(f->offset / 8) + further;
		return found;
	}
	return NULL;
}

static uint32_t variable_called(const struct declarations *d, struct bytes name)
{
	uint32_t id = intern_find(&d->p->str, name.at, name.len);

	return id ? map_get(&d->variable, id) : 0;
}

/* A guard that is a pointer is whatever it points to. */
static bool is_pointer(const struct program *p, struct type_id type)
{
	return program_type(p, type_strip(p, type))->kind == TYPE_POINTER;
}

bool declared_lock(const struct declarations *d, struct type_id record, struct bytes operand, struct declared_lock *x)
{
	struct bytes name;
	const struct field *f = NULL;
	struct type_id type;

	*x = (struct declared_lock){ .record = record };
	if (!next_name(&operand, &name))
		return false;
	if (record.i)
		f = member_of(d->p, record, name, &x->offset, 0);
	if (!f) {
		*x = (struct declared_lock){ .sym = { variable_called(d, name) } };
		if (!x->sym.i)
			return false;
	}
	type = f ? f->type : program_sym(d->p, x->sym)->type;
	while (next_name(&operand, &name)) {
		f = member_of(d->p, type, name, &x->offset, 0);
		if (!f)
			return false;
		type = f->type;
	}
	for (; operand.len && strchr(" )", operand.at[0]); operand.at++)
		operand.len--;
	return !operand.len && !is_pointer(d->p, type);
}

/* ---- what cannot be told ---- */

static void count_type(const struct declarations *d, struct type_id record, struct type_id type)
{
	for (; type.i; type = program_type(d->p, type)->base) {
		const struct type *t = program_type(d->p, type);
		struct declared_lock lock;
		struct bytes rest, operand;
		if (t->kind < TYPE_TYPEDEF || t->kind > TYPE_TAG)
			return;
		if (!is_annotation(d->p, t))
			continue;
		rest = declared_operands(program_str(d->p, t->name));
		while (declared_next(&rest, &operand))
			if (!declared_lock(d, record, operand, &lock))
				gap(annotations);
	}
}

void declarations_count(const struct declarations *d)
{
	for (uint32_t i = 1; i < d->p->type.n; i++) {
		const struct type *t = &d->p->type.at[i];
		for (uint32_t k = 0; (t->kind == TYPE_STRUCT || t->kind == TYPE_UNION) && k < t->nfields; k++)
			count_type(d, (struct type_id){ i }, d->p->field.at[t->field + k].type);
	}
	for (uint32_t i = 1; i < d->p->sym.n; i++)
		if (d->p->sym.at[i].kind == SYM_VARIABLE)
			count_type(d, (struct type_id){ 0 }, d->p->sym.at[i].type);
}
