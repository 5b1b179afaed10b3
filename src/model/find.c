/* Which rows hold for a name, and how they are found.
 *
 * The rows that hold are sorted, so that those of one name stand together, and a map leads from (space, subject, name) to the
 * first. Globs hang in chains, one for each literal prefix: "atomic_*" and "atomic_*_bit" under "atomic_". A query tries the
 * prefixes of the name from the longest to the empty one, so the most special glob is met first, without a cache. */
#include "private.h"

#include <stdlib.h>
#include <string.h>

const char *model_string(const struct models *m, uint32_t id)
{
	return intern_get(&m->names, id);
}

/* One * is tried at a time: when the rest does not fit, only the last * takes one character more. */
bool model_glob_match(const char *p, const char *s)
{
	const char *star = NULL, *again = NULL;

	while (*s) {
		if (*p == '*') {
			star = ++p;
			again = s;
		} else if (*p == '?' || *p == *s) {
			p++;
			s++;
		} else if (star) {
			p = star;
			s = ++again;
		} else
			return false;
	}
	return !p[strspn(p, "*")];
}

static uint64_t key(enum model_space space, enum model_subject subject, uint32_t name)
{
	return map_pair((uint32_t)space * MODEL_SUBJECTS + subject, name);
}

static const struct model_row *find_glob(const struct models *m, enum model_space space, enum model_subject subject,
					 const char *name)
{
	size_t len = strlen(name);

	for (size_t n = (len < m->longest_prefix ? len : m->longest_prefix) + 1; n-- > 0;) {
		uint32_t prefix = intern_find(&m->names, name, n);
		if (n && !prefix)
			continue;
		for (uint32_t g = map_get(&m->globs, key(space, subject, prefix)); g; g = m->glob.at[g - 1].next) {
			const struct model_row *r = &m->row.at[m->glob.at[g - 1].row - 1];
			if (model_glob_match(model_string(m, r->name) + n, name + n))
				return r;
		}
	}
	return NULL;
}

const struct model_row *model_find_in(const struct models *m, enum model_space space, enum model_subject subject,
				      const char *name)
{
	uint32_t id = intern_find(&m->names, name, strlen(name));
	uint32_t row = id ? map_get(&m->exact, key(space, subject, id)) : 0;

	return row ? &m->row.at[row - 1] : find_glob(m, space, subject, name);
}

const struct model_row *model_find(const struct models *m, const char *name)
{
	return model_find_in(m, MODEL_MEANING, MODEL_SYMBOL, name);
}

static int compare(uint32_t a, uint32_t b)
{
	return (a > b) - (a < b);
}

static int compare_names(const struct models *m, const struct model_row *a, const struct model_row *b)
{
	int c = compare(model_word[a->verb].space, model_word[b->verb].space);

	if (!c)
		c = compare(a->subject, b->subject);
	return c || a->name == b->name ? c : strcmp(model_string(m, a->name), model_string(m, b->name));
}

/* By name, then the higher layer, then as read. */
static int compare_rows(const void *x, const void *y, void *context)
{
	const struct model_row *a = x, *b = y;
	const struct models *m = context;
	int c = compare_names(m, a, b);

	if (!c)
		c = compare(m->table.at[b->table].layer, m->table.at[a->table].layer);
	if (!c)
		c = compare(a->table, b->table);
	return c ? c : compare(a->line, b->line);
}

static bool same_name(const struct model_row *a, const struct model_row *b)
{
	return a->name == b->name && a->subject == b->subject && model_word[a->verb].space == model_word[b->verb].space;
}

/* Fills m->row: sorted, without inactive tables and without what a higher layer replaces. */
static void choose_rows(struct models *m)
{
	uint32_t n = 0, head = 0;

	m->row.n = 0;
	vec_reserve(m->arena, &m->row, m->all.n);
	for (uint32_t i = 0; i < m->all.n; i++) {
		const struct model_table *t = &m->table.at[m->all.at[i].table];
		if (!t->active)
			continue;
		m->row.at[n] = m->all.at[i];
		m->row.at[n++].external = model_word[m->all.at[i].verb].space == MODEL_MEANING ? t->limited : t->external;
	}
	if (n && m->sorted < m->all.n)
		qsort_r(m->row.at, n, sizeof *m->row.at, compare_rows, m);
	for (uint32_t i = 0; i < n; i++) {
		struct model_row *r = &m->row.at[i];
		bool same = m->row.n && same_name(r, &m->row.at[head]);
		if (same && m->table.at[r->table].layer != m->table.at[m->row.at[head].table].layer)
			continue;
		if (!same)
			head = m->row.n;
		if (m->row.n != i)
			m->row.at[m->row.n] = *r;
		m->row.n++;
	}
	for (uint32_t i = 0; i < m->row.n; i++) {
		struct model_row *r = &m->row.at[i];
		r->next = i + 1 < m->row.n && same_name(r, r + 1) ? r + 1 : NULL;
	}
}

static uint32_t count_literal(const char *s)
{
	uint32_t n = 0;

	for (; *s; s++)
		n += *s != '*' && *s != '?';
	return n;
}

/* More literal characters first; then the higher layer; then the alphabet, which is the order of the rows. */
static int compare_globs(const void *x, const void *y, void *context)
{
	const struct model_glob *a = x, *b = y;
	const struct models *m = context;
	int c = compare(b->literal, a->literal);

	if (!c)
		c = compare(m->table.at[m->row.at[b->row - 1].table].layer, m->table.at[m->row.at[a->row - 1].table].layer);
	return c ? c : compare(a->row, b->row);
}

/* Hangs the globs into the chains of their prefixes, the last one first, so that each chain is in the order of precedence. */
static void link_globs(struct models *m)
{
	if (m->glob.n)
		qsort_r(m->glob.at, m->glob.n, sizeof *m->glob.at, compare_globs, m);
	for (uint32_t i = m->glob.n; i-- > 0;) {
		const struct model_row *r = &m->row.at[m->glob.at[i].row - 1];
		const char *pattern = model_string(m, r->name);
		uint32_t len = (uint32_t)strcspn(pattern, "*?"), prefix = intern_bytes(&m->names, pattern, len);
		uint32_t *head =
		    map_at(m->arena, &m->globs, key(model_word[r->verb].space, (enum model_subject)r->subject, prefix));

		m->glob.at[i].next = *head;
		*head = i + 1;
		if (len > m->longest_prefix)
			m->longest_prefix = len;
	}
}

void model_index(struct models *m)
{
	choose_rows(m);
	m->exact = m->globs = (struct map){ 0 };
	m->glob.n = 0;
	m->longest_prefix = 0;
	for (uint32_t i = 0; i < m->row.n; i++) {
		const struct model_row *r = &m->row.at[i];
		if (i && m->row.at[i - 1].next == r)
			continue;
		if (r->glob)
			*vec_add(m->arena, &m->glob) =
			    (struct model_glob){ .row = i + 1, .literal = count_literal(model_string(m, r->name)) };
		else
			map_put(m->arena, &m->exact, key(model_word[r->verb].space, (enum model_subject)r->subject, r->name),
				i + 1);
	}
	link_globs(m);
}

bool model_condition_holds(const struct model_condition *c, int64_t v)
{
	int64_t k = c->what == MODEL_NUMBER ? c->value : 0;

	switch (c->test) {
	case MODEL_EQ: return v == k;
	case MODEL_NE: return v != k;
	case MODEL_LT: return v < k;
	case MODEL_LE: return v <= k;
	case MODEL_GT: return v > k;
	case MODEL_GE: return v >= k;
	case MODEL_ANY_BIT: return v & k;
	case MODEL_NO_BIT: return !(v & k);
	default: return true;
	}
}

bool model_is_failure(const struct model_row *row, int64_t number)
{
	const int64_t interrupted = 4, again = 11, busy = 16, late = 62, timed_out = 110;
	const struct model_condition *c = &row->when;
	int64_t n = number < -1 ? -number : number;

	if (c->test != MODEL_EQ || c->base != MODEL_RESULT || c->what != MODEL_NUMBER || c->value)
		return false;
	if (n == -1)
		return true;
	if (row->flags & MODEL_TRY)
		return n == again || n == busy;
	if (row->flags & MODEL_TIMED)
		return !(row->flags & MODEL_SEMAPHORE) && (n == late || n == timed_out);
	return n == interrupted;
}

uint32_t model_written(const struct model_row *r, const struct model_place *place[MODEL_WRITTEN])
{
	uint32_t n = 0;

	if (r->verb != MODEL_ATOMIC || r->flags & MODEL_FENCE)
		return 0;
	if (!(r->flags & MODEL_LOAD))
		place[n++] = &r->on;
	if (r->into.base && r->into.deref)
		place[n++] = &r->into;
	if (r->flags & MODEL_CMPXCHG && r->expected.base && r->expected.deref)
		place[n++] = &r->expected;
	else if (r->flags & MODEL_LOAD && r->value.base && r->value.deref)
		place[n++] = &r->value;
	return n;
}
