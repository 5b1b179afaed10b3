/* The bytes of a variable that a use may touch, where an index is not known: those of the array that is indexed. C knows no index
 * that leaves its array, so neither does this.
 *
 *     stats.samples[i]        the bytes of `samples`; never those of stats.count beside it
 *     tab[i].name[k]          any element of tab, and in it the bytes of `name`
 *
 * An index at the first byte of an array of arrays may count through all of them: rows are also read as one long row,
 * (&m[0][0])[i], and m[0][i] looks like that.
 *
 * A level is the way down to the first array with such an index; behind it the next level begins, in an element. Arrays of one
 * element or none at the end of a record, and whatever is in a union, are as large as what is around them. */
#include "race/build.h"

enum { LEVELS = 3 }; /* the most that limits.def allows */

struct race_level {
	int64_t from, to;    /* bytes; of the variable, or of the element of the level above */
	int64_t array, step; /* the array whose index is not known, and the bytes of its elements; step 0: there is none */
};

struct touched {
	uint32_t n; /* levels; 0: nothing is known */
	struct race_level at[LEVELS];
};

static const struct type *plain_type(const struct program *p, struct type_id t)
{
	return t.i ? program_type(p, type_strip(p, t)) : NULL;
}

/* The member of a record that has this byte; NULL: none, or a bit-field. */
static const struct field *member_at(const struct program *p, const struct type *t, int64_t at)
{
	for (uint32_t k = 0; k < t->nfields; k++) {
		const struct field *f = &p->field.at[t->field + k];
		const struct type *m = plain_type(p, f->type);
		if (m && !f->width && (int64_t)f->offset / 8 <= at && at < (int64_t)(f->offset + m->size) / 8)
			return f;
	}
	return NULL;
}

/* The array in the type, `at` bytes behind its start, that an index of elements of so many bytes counts in: its first byte and
 * its type; *all: the bytes from there that the index may reach. NULL: none that can be told. */
static const struct type *array_at(const struct program *p, struct type_id in, int64_t at, int64_t step, int64_t *first,
				   uint64_t *all)
{
	const struct type *t = plain_type(p, in), *rows = NULL; /* the largest array of arrays that begins there */

	*first = 0;
	while (t) {
		const struct type *element = t->kind == TYPE_ARRAY ? plain_type(p, t->base) : NULL;
		const struct field *f = t->kind == TYPE_STRUCT ? member_at(p, t, at - *first) : NULL;
		rows = t->kind != TYPE_ARRAY || *first != at ? NULL : rows ? rows : t;
		*all = (rows ? rows : t)->size / 8;
		if (element && element->size == (uint64_t)step * 8)
			return t->count > 1 ? t : NULL;
		if (element && element->size) {
			*first += (at - *first) / (int64_t)(element->size / 8) * (int64_t)(element->size / 8);
			t = element;
		} else if (f) {
			*first += (int64_t)f->offset / 8;
			t = plain_type(p, f->type);
		} else {
			return NULL;
		}
	}
	return NULL;
}

/* The steps of a term from its root on; gives how many, 0: too many. */
static uint32_t steps_of(const struct races *r, uint32_t term, const struct term **step)
{
	uint32_t n = 0;

	for (uint32_t at = term; r->term[at].kind == TERM_FIELD || r->term[at].kind == TERM_INDEX; at = r->term[at].base) {
		if (n == TERM_MOST_STEPS + 1)
			return 0;
		n++;
	}
	for (uint32_t at = term, k = n; k--; at = r->term[at].base)
		step[k] = &r->term[at];
	return n;
}

static struct touched touched_of(const struct races *r, const struct use *u, uint32_t root)
{
	const struct term *step[TERM_MOST_STEPS + 2];
	uint32_t n = steps_of(r, u->at, step);
	struct type_id in = program_sym(r->p, (struct sym_id){ r->term[root].a })->type;
	struct touched e = { 0 };
	int64_t at = 0;

	for (uint32_t k = 0; k < n; k++) {
		const struct type *array;
		int64_t first;
		uint64_t all = 0;
		if (step[k]->kind == TERM_FIELD) {
			at += step[k]->offset;
			continue;
		}
		if (!step[k]->offset && r->term[step[k]->a].kind == TERM_INT) {
			at += r->term[step[k]->a].offset;
			continue;
		}
		array = step[k]->offset > 0 && at >= 0 ? array_at(r->p, in, at, step[k]->offset, &first, &all) : NULL;
		if (!array || limit_full(LIMIT_race_levels, e.n + 1))
			return e;
		e.at[e.n++] = (struct race_level){ first, first + (int64_t)all, first, step[k]->offset };
		in = array->base;
		at -= first;
	}
	if (u->size && at >= 0)
		e.at[e.n++] = (struct race_level){ .from = at, .to = at + u->size };
	return e;
}

bool uses_touch_other_bytes(const struct races *r, const struct use *a, const struct use *b, uint32_t root)
{
	struct touched x, y;

	if (r->term[root].kind != TERM_SYM)
		return false;
	x = touched_of(r, a, root);
	y = touched_of(r, b, root);
	for (uint32_t k = 0; k < x.n && k < y.n; k++) {
		const struct race_level *s = &x.at[k], *t = &y.at[k];
		if (s->to <= t->from || t->to <= s->from)
			return true;
		if (!s->step || s->step != t->step || s->array != t->array)
			return false; /* they meet in some element, or one has all of them */
	}
	return false;
}
