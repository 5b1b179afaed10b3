/* Copies of records: every cell of the destination that somebody reads gets what the source holds at the same offset. Where the
 * destination has no name, what may be there is not known any more. Functions outside that fill a range are copies from
 * somewhere. */
#include "contexts/walk/explore.h"

#include <string.h>

static void forget_range(struct where *w, uint32_t root, int64_t at, uint64_t bytes)
{
	struct terms *t = w->e->terms;
	uint32_t kept = 0;

	for (uint32_t i = 0; i < w->st->cell.n; i++) {
		struct term k = term_get(t, w->st->cell.at[i].key);
		int64_t offset = k.kind == TERM_FIELD ? k.offset : 0;
		if (k.kind == TERM_MARK || term_root(t, w->st->cell.at[i].key) != root || offset < at ||
		    (uint64_t)(offset - at) >= bytes)
			w->st->cell.at[kept++] = w->st->cell.at[i];
	}
	w->st->cell.n = kept;
}

/* A copy: from where (null: zeros), and how much of it; 0: nobody knows. */
struct copying {
	uint32_t from;
	uint64_t bytes;
	bool weak; /* it may go elsewhere, or be shorter */
};

static uint32_t copied_value(struct where *w, uint32_t from, int64_t offset)
{
	struct terms *t = w->e->terms;
	uint32_t n, copy[SET_MOST], value = 0;
	const uint32_t *term = set_get(t, from, &n);

	if (!n || from == t->null)
		return from;
	memcpy(copy, term, n * sizeof *copy);
	for (uint32_t i = 0; i < n; i++)
		value = set_union(t, value, memory_read_term(w, term_field(t, copy[i], offset)));
	return value;
}

/* The cells of the destination that somebody reads, inside the range: what the source holds at the same offsets. */
static void copy_to_named(struct where *w, uint32_t to, const struct copying *c)
{
	struct explorer *e = w->e;
	struct term k = term_get(e->terms, to);
	struct span at = term_cells(e, to);

	e->copied.n = 0;
	for (uint32_t i = 0; i < w->ncells; i++)
		for (uint32_t j = at.first; j < at.first + at.n; j++) {
			int64_t offset = (int64_t)w->cell[i].offset - e->cells.at[j].offset;
			if (w->cell[i].class == e->cells.at[j].class && offset >= 0 && (!c->bytes || (uint64_t)offset < c->bytes))
				*vec_add(e->scratch, &e->copied) =
					(struct pair){ term_field(e->terms, to, offset), copied_value(w, c->from, offset) };
		}
	if (!c->weak)
		forget_range(w, term_root(e->terms, to), k.kind == TERM_FIELD ? k.offset : 0, c->bytes);
	for (uint32_t i = 0; i < e->copied.n; i++)
		if (e->copied.at[i].set)
			memory_store_term(w, e->copied.at[i].key, e->copied.at[i].set, c->weak);
}

/* The address is inside this object, if not which part of it. */
static bool is_within(const struct terms *t, uint32_t term, uint32_t root)
{
	struct term k = term_object(t, term);

	return term_root(t, term) == root || !kind_is_object(k.kind) || !kind_is_object(term_get(t, root).kind);
}

/* What the listed cells of the source hold is known now to whoever knows the destination. */
static void publish_copied(struct where *w, uint32_t to, uint32_t from)
{
	struct terms *t = w->e->terms;
	uint32_t n, roots[SET_MOST];
	const uint32_t *term = set_get(t, from, &n);

	for (uint32_t i = 0; i < n; i++)
		roots[i] = term_root(t, term[i]);
	for (uint32_t i = 0; i < w->st->cell.n; i++) {
		struct pair cell = w->st->cell.at[i];
		for (uint32_t k = 0; k < n; k++)
			if (term_get(t, cell.key).kind != TERM_MARK && term_root(t, cell.key) == roots[k])
				memory_publish_in(w, term_root(t, to), cell.set);
	}
}

/* To a place without a name: whatever may be there holds zeros, too, or is not known any more. */
static void copy_to_any(struct where *w, uint32_t to, uint32_t from)
{
	struct explorer *e = w->e;
	struct terms *t = e->terms;
	uint32_t kept = 0, value = from == t->null ? t->null : t->top;

	publish_copied(w, to, from);
	for (uint32_t i = 0; i < w->st->cell.n; i++) {
		struct pair cell = w->st->cell.at[i];
		bool mark = term_get(t, cell.key).kind == TERM_MARK;
		if (!mark && is_within(t, to, term_root(t, cell.key)) && memory_step_meets(w, cell.key))
			/* pointers may be null in any case */
			cell.set = value == t->top || set_is_number(t, cell.set) ? t->top : cell.set;
		if (mark || set_is_kept(t, cell.set))
			w->st->cell.at[kept++] = cell;
	}
	w->st->cell.n = kept;
	for (uint32_t i = 0; !w->quiet && e->threads && i < w->ncells; i++)
		log_store(w, memory_class_term(e, w->cell[i]), value);
}

void memory_copy(struct where *w, uint32_t to_set, uint32_t from_set, uint64_t bytes)
{
	struct explorer *e = w->e;
	uint32_t n, copy[SET_MOST];
	const uint32_t *term = set_get(e->terms, to_set, &n);
	const struct copying c = { .from = from_set, .bytes = bytes, .weak = n > 1 || !bytes };

	memcpy(copy, term, n * sizeof *copy);
	for (uint32_t i = 0; i < n; i++) {
		uint8_t kind = term_get(e->terms, copy[i]).kind;
		if (kind == TERM_NULL || kind == TERM_INT)
			continue;
		if (memory_is_cell(e, copy[i]) && term_cells(e, copy[i]).n && (bytes || from_set != e->terms->null))
			copy_to_named(w, copy[i], &c);
		else
			copy_to_any(w, copy[i], from_set);
	}
}
