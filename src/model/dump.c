/* Rows as text again, in the syntax that is read: what is printed can be pasted into a project's table. */
#include "private.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* The column `on` grows in here; rows are short, and what does not fit was refused by the limit on lines. */
struct text {
	char at[2 * MODEL_MAX_LINE];
	size_t n;
};

static void put(struct text *t, const char *format, ...) PRINTF(2, 3);

static void put(struct text *t, const char *format, ...)
{
	va_list ap;
	int n;

	va_start(ap, format);
	n = vsnprintf(t->at + t->n, sizeof t->at - t->n, format, ap);
	va_end(ap);
	CHECK(n >= 0 && t->n + (size_t)n < sizeof t->at, "a model row fits its line");
	t->n += (size_t)n;
}

static void put_place(const struct models *m, struct text *t, const struct model_place *p)
{
	put(t, "%.*s", p->deref, "***");
	if (p->base == MODEL_NAMED)
		put(t, "@%s", model_string(m, p->name));
	else if (p->base == MODEL_ARGUMENT)
		put(t, "%u", p->arg);
	else
		put(t, "%s", p->base == MODEL_RESULT ? "r" : "this");
	if (p->key)
		put(t, ":%u", p->key - 1u);
	if (p->name && p->base != MODEL_NAMED)
		put(t, ".%s", model_string(m, p->name));
	if (p->rest)
		put(t, "..");
}

static const char *const sign[] = { "", "==", "!=", "<", "<=", ">", ">=", "&", "!&" };

static void put_unless(struct text *t, const struct model_unless *u)
{
	put(t, " unless=old%s", sign[u->test]);
	if (u->arg)
		put(t, "a%u", u->arg - 1u);
	else
		put(t, "%lld", (long long)u->value);
}

static void put_condition(const struct models *m, struct text *t, const struct model_condition *c)
{
	if (c->test == MODEL_ALWAYS) {
		put(t, "-");
		return;
	}
	if (c->base == MODEL_MEMBER)
		put(t, "%s%s", model_string(m, c->name), sign[c->test]);
	else if (c->base == MODEL_RESULT)
		put(t, "r%s", sign[c->test]);
	else
		put(t, "a%u%s", c->arg, sign[c->test]);
	if (c->what != MODEL_NUMBER)
		put(t, "%s", c->what == MODEL_NULL ? "null" : "err");
	else if (c->test >= MODEL_ANY_BIT && c->value >= 0)
		put(t, "0x%llx", (unsigned long long)c->value);
	else
		put(t, "%lld", (long long)c->value);
}

static void put_named_condition(const struct models *m, struct text *t, const char *name, const struct model_condition *c)
{
	if (c->test == MODEL_ALWAYS)
		return;
	put(t, " %s=", name);
	put_condition(m, t, c);
}

static void put_length(struct text *t, const char *word, const struct model_length *l)
{
	word = l->most ? "most" : word;
	switch ((enum model_length_kind)l->kind) {
	case MODEL_LEN_UNKNOWN:
		return;
	case MODEL_LEN_ARG:
		put(t, " %s=%u", word, l->a);
		return;
	case MODEL_LEN_PRODUCT:
		put(t, " %s=%u*%u", word, l->a, l->b);
		return;
	case MODEL_LEN_RESULT:
		put(t, " %s=r", word);
		return;
	case MODEL_LEN_CONSTANT:
		put(t, " %s=#%u", word, l->value);
		return;
	case MODEL_LEN_STRING:
		put(t, " %s=str", word);
		return;
	}
}

static void put_order(const struct models *m, struct text *t, const char *word, uint8_t order, const struct model_place *p)
{
	if (order)
		put(t, " %s=%s", word, model_order_word[order]);
	if (p->base) {
		put(t, " %s=", word);
		put_place(m, t, p);
	}
}

static void put_on(const struct models *m, struct text *t, const struct model_row *r)
{
	if (r->on.base) {
		put(t, " ");
		put_place(m, t, &r->on);
	}
	for (uint32_t i = 0; i < model_place_words; i++) {
		const char *word = model_place_word[i].spelling;
		if (!model_place_at(r, i)->base)
			continue;
		put(t, " %s%c", word, !strcmp(word, "with") || !strcmp(word, "from") ? ' ' : '=');
		put_place(m, t, model_place_at(r, i));
	}
	for (uint32_t i = 0; i < MODEL_FLAG_BITS; i++)
		if (r->flags & 1u << i)
			put(t, " %s", model_flag_word[i]);
	if (r->kind)
		put(t, " kind=%s", model_kind_word[r->kind]);
	put_order(m, t, "order", r->order, &r->order_arg);
	put_order(m, t, "fail-order", r->fail_order, &r->fail_order_arg);
	if (r->op)
		put(t, " op=%s", model_operation_word[r->op]);
	if (r->unless.test != MODEL_ALWAYS)
		put_unless(t, &r->unless);
	if (r->gives)
		put(t, " gives=%s", model_gives_word[r->gives]);
	put_length(t, "len", &r->len);
	put_length(t, "size", &r->size);
	put_named_condition(m, t, "recursive-if", &r->recursive_if);
	put_named_condition(m, t, "checked-if", &r->checked_if);
	put_named_condition(m, t, "fair-if", &r->fair_if);
	if (r->fails)
		put(t, " fails=%d", r->fails);
	if (r->arity)
		put(t, " args=%u", r->arity - 1u);
	if (!t->n)
		put(t, " -");
}

static void print_row(const struct models *m, const struct model_row *r, FILE *f)
{
	static const char *const subject[] = { "", "struct ", "section " };
	struct text name = { .n = 0 }, on = { .n = 0 }, when = { .n = 0 };

	if (model_word[r->verb].declaration) {
		fprintf(f, "%s %s%s\n", model_word[r->verb].spelling, subject[r->subject], model_string(m, r->name));
		return;
	}
	put(&name, "%s%s", subject[r->subject], model_string(m, r->name));
	put_on(m, &on, r);
	put_condition(m, &when, &r->when);
	fprintf(f, "%-36s %-11s %-34s %-9s %s\n", name.at, model_word[r->verb].spelling, on.at + 1, when.at,
		model_string(m, r->family));
}

/* By family; inside it the rows keep their order, which is that of the names. Declarations come last. */
static int by_family(const void *x, const void *y, void *context)
{
	const struct models *m = context;
	const struct model_row *a = &m->row.at[*(const uint32_t *)x], *b = &m->row.at[*(const uint32_t *)y];
	bool da = model_word[a->verb].declaration, db = model_word[b->verb].declaration;
	int c = da - db;

	if (!c && a->family != b->family)
		c = strcmp(model_string(m, a->family), model_string(m, b->family));
	return c ? c : (a > b) - (a < b);
}

void models_dump(const struct models *m, FILE *f)
{
	struct arena scratch;
	uint32_t *order, family = UINT32_MAX;

	arena_init(&scratch, "model dump");
	order = arena_array(&scratch, m->row.n ? m->row.n : 1, sizeof *order);
	for (uint32_t i = 0; i < m->row.n; i++)
		order[i] = i;
	qsort_r(order, m->row.n, sizeof *order, by_family, (void *)(uintptr_t)m);
	fprintf(f, "# %-34s %-11s %-34s %-9s %s\n", "name", "does", "on", "when", "family");
	for (uint32_t i = 0; i < m->row.n; i++) {
		const struct model_row *r = &m->row.at[order[i]];
		if (r->family != family)
			fprintf(f, "\n# %s\n", r->family ? model_string(m, r->family) : "declarations");
		family = r->family;
		print_row(m, r, f);
	}
	arena_release(&scratch);
}
