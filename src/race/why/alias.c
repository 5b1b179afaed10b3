/* Whether two uses, in different threads, are of the same memory.
 *
 *     pool.n            pool.n              must
 *     tab[i].n          tab[j].n            may: no index says that they differ
 *     tab[i].n          tab[j].m            no: other bytes of an element
 *     tab[1].n          tab[2].n            no
 *     p->n              pool.n              may, if points has them in one class, at offsets that meet
 *     a local variable  the same one        no: each thread has its own; through a pointer: may
 *     a block           the same one        no, where both threads have made theirs; through a pointer: may */
#include "race/build.h"
#include "term/value.h"

/* The bytes that an index of an array counts, if it is a constant: of an array in an array the sum of both. */
static bool index_bytes(const struct term *table, uint32_t index, int64_t *bytes)
{
	const struct term *k = &table[index];
	int64_t second = 0;

	for (uint32_t n = 0; k->kind == TERM_COMPUTED && n < TERM_MOST_STEPS; n++) {
		if (table[k->a].kind != TERM_INT || k->b)
			return false;
		second += table[k->a].offset;
		k = &table[k->base];
	}
	*bytes = second + k->offset;
	return k->kind == TERM_INT;
}

struct anchor anchor_of(const struct term *table, uint32_t term)
{
	struct anchor a = { .term = term };

	while (table[a.term].kind == TERM_FIELD || table[a.term].kind == TERM_INDEX) {
		const struct term *k = &table[a.term];
		int64_t bytes = 0;
		if (k->kind == TERM_FIELD)
			a.offset += k->offset;
		else if (!index_bytes(table, k->a, &bytes))
			a.indexed = true;
		a.elements += bytes;
		a.term = k->base;
	}
	return a;
}

bool anchor_is_object(const struct term *k)
{
	return k->kind == TERM_SYM || k->kind == TERM_HEAP || k->kind == TERM_STACK || k->kind == TERM_NAMED;
}

bool term_names_one(const struct races *r, uint32_t term)
{
	const struct term *k = &r->term[term];

	while (term_is_step(k->kind)) {
		int64_t bytes;
		if (k->kind == TERM_INDEX && !index_bytes(r->term, k->a, &bytes))
			return false;
		k = &r->term[k->base];
	}
	return anchor_is_object(k) && threads_names_one(r->threads, k);
}

/* ---- bytes ---- */

static int64_t end_of(int64_t offset, uint32_t size)
{
	return size ? offset + size : INT64_MAX;
}

static bool bytes_meet(int64_t a, uint32_t na, int64_t b, uint32_t nb)
{
	return a < end_of(b, nb) && b < end_of(a, na);
}

/* In a folded class offsets count modulo the fold, and bytes go round. */
static bool cells_meet(const struct races *r, struct cell a, uint32_t na, struct cell b, uint32_t nb)
{
	int64_t fold, apart;

	if (a.class != b.class)
		return false;
	fold = points_fold(r->points, a.class);
	if (!fold)
		return bytes_meet(a.offset, na, b.offset, nb);
	apart = (((int64_t)b.offset - a.offset) % fold + fold) % fold;
	return !na || !nb || apart < na || fold - apart < nb || !apart;
}

static bool any_cells_meet(const struct races *r, const struct use *a, const struct use *b)
{
	for (uint32_t i = 0; i < a->ncells; i++)
		for (uint32_t k = 0; k < b->ncells; k++)
			if (cells_meet(r, r->cell.at[a->cell + i], a->size, r->cell.at[b->cell + k], b->size))
				return true;
	return false;
}

/* Members of one kind of record, wherever it lies: their own offsets tell, also in a class that is folded. */
static bool members_apart(const struct program *p, const struct use *a, const struct use *b)
{
	const struct konst *x = a->member.i ? program_konst(p, a->member) : NULL,
			   *y = b->member.i ? program_konst(p, b->member) : NULL;
	struct type_id s, t;

	if (!x || !y || !x->hi || !y->hi)
		return false;
	s = type_strip(p, x->type);
	t = type_strip(p, y->type);
	if (program_type(p, s)->kind != TYPE_STRUCT || program_type(p, s)->key != program_type(p, t)->key)
		return false;
	return x->lo + x->hi <= y->lo || y->lo + y->hi <= x->lo;
}

/* ---- the same object ---- */

/* Two names of objects: can they be one? A block of a wrapper is told apart by its call where both sides know it. */
static bool objects_differ(const struct term *a, const struct term *b)
{
	if (a->kind != b->kind || a->a != b->a || a->b != b->b)
		return true;
	return a->base != b->base && a->base && b->base;
}

static enum alias alias_in_object(const struct races *r, const struct use *a, const struct use *b)
{
	struct anchor x = anchor_of(r->term, a->at), y = anchor_of(r->term, b->at);
	bool exact = !x.indexed && !y.indexed && x.term == y.term;

	if (exact ? !bytes_meet(x.offset + x.elements, a->size, y.offset + y.elements, b->size)
		  : a->ncells && b->ncells && !any_cells_meet(r, a, b))
		return ALIAS_NO;
	if (!exact && x.term == y.term && uses_touch_other_bytes(r, a, b, x.term))
		return ALIAS_NO;
	return exact && !(a->flags & ACCESS_MAY) && !(b->flags & ACCESS_MAY) && term_names_one(r, x.term) ? ALIAS_MUST
													  : ALIAS_MAY;
}

enum alias uses_alias(const struct races *r, const struct use *a, const struct use *b)
{
	struct anchor x = anchor_of(r->term, a->at), y = anchor_of(r->term, b->at);
	const struct term *s = &r->term[x.term], *t = &r->term[y.term];

	if (anchor_is_object(s) && anchor_is_object(t)) {
		if (objects_differ(s, t) || (a->own && b->own) || (a->made && b->made))
			return ALIAS_NO;
		return alias_in_object(r, a, b);
	}
	if (x.term == y.term && term_names_one(r, x.term))
		return alias_in_object(r, a, b);
	if (members_apart(r->p, a, b) && !use_is_misplaced(r, a) && !use_is_misplaced(r, b))
		return ALIAS_NO;
	return any_cells_meet(r, a, b) ? ALIAS_MAY : ALIAS_NO;
}

enum { BLOB = 8 };

bool class_is_blob(const struct races *r, uint32_t class)
{
	uint32_t n;

	(void)points_objects(r->points, class, &n);
	return n > BLOB && points_fold(r->points, class);
}

/* Do they meet in such classes only? */
static bool meet_in_blobs(const struct races *r, const struct use *a, const struct use *b)
{
	for (uint32_t i = 0; i < a->ncells; i++)
		for (uint32_t k = 0; k < b->ncells; k++) {
			struct cell x = r->cell.at[a->cell + i], y = r->cell.at[b->cell + k];
			if (cells_meet(r, x, a->size, y, b->size) && !class_is_blob(r, x.class))
				return false;
		}
	return a->ncells && b->ncells;
}

/* Two members, or bytes of several that are copied as a whole and the other one among them. */
static bool of_one_record(const struct program *p, const struct use *a, const struct use *b)
{
	const struct konst *x = program_konst(p, a->member.i ? a->member : a->within),
			   *y = program_konst(p, b->member.i ? b->member : b->within);
	bool members = a->member.i && b->member.i;

	if (!(a->member.i || a->within.i) || !(b->member.i || b->within.i))
		return false;
	if (program_type(p, type_strip(p, x->type))->key != program_type(p, type_strip(p, y->type))->key)
		return false;
	return members || bytes_meet((int64_t)x->lo, a->size, (int64_t)y->lo, b->size);
}

bool uses_have_one_name(const struct races *r, const struct use *a, const struct use *b)
{
	uint32_t x = anchor_of(r->term, a->at).term, y = anchor_of(r->term, b->at).term;
	const struct term *k = &r->term[x];

	return x == y && k->kind != TERM_CLASS && k->kind != TERM_TOP && !(k->kind == TERM_RESULT && !k->a);
}

bool use_is_misplaced(const struct races *r, const struct use *u)
{
	const struct konst *member = u->member.i ? program_konst(r->p, u->member) : NULL;

	for (uint32_t i = 0; member && i < u->ncells; i++) {
		struct cell at = r->cell.at[u->cell + i];
		uint32_t n;
		const uint32_t *object = points_objects(r->points, at.class, &n);
		if (n == 1 && !points_fold(r->points, at.class) &&
		    (int64_t)at.offset - r->points->object.at[object[0]].cell.offset < (int64_t)member->lo)
			return true;
	}
	return false;
}

bool uses_are_unlikely(const struct races *r, const struct use *a, const struct use *b)
{
	return !uses_have_one_name(r, a, b) && !of_one_record(r->p, a, b) && meet_in_blobs(r, a, b);
}

uint8_t uses_rule(const struct races *r, const struct use *a, const struct use *b)
{
	struct anchor x = anchor_of(r->term, a->at), y = anchor_of(r->term, b->at);
	int64_t shift = x.term == y.term ? (y.offset - x.offset) * 8 : a->member.i && b->member.i ? 0 : INT64_MAX;
	int64_t from = a->bit, to = a->bit + a->nbits;

	if (!a->nbits || !b->nbits || shift == INT64_MAX)
		return RULE_RACE;
	return from < shift + b->bit + b->nbits && shift + b->bit < to ? RULE_RACE : RULE_RACE_BITFIELD;
}
