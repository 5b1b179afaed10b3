/* Whether the same lock is held at both ends whenever the two locations are the same memory.
 *
 *     pool.lock                     pool.lock                one object of the run: the same lock
 *     x->lock when x->f             y->lock when y->f        the location is one only if x == y, and then so is the lock
 *     x->m->lock when x->f          y->m->lock when y->f     likewise: x->m does not change while it is shared
 *     tab[i].lock when tab[i].f     the same                 likewise, for the element
 *     lock[i] when tab[i]           the same                 likewise; also lock[i % 8] when tab[i], and lock[h % 8] when
 * tab[h % 64]
 *     lock[i] when tab[i]           lock[2] when tab[2]      likewise: i is 2 then; also lock[i % 8] against lock[2] when tab[10]
 *     lock[i] when g                lock[j] when g           nothing is known of i and j
 *     lock[all] when g              lock[j] when g           whichever it is, it is one of all (summary/function/all.c)
 *     x->lock when x->buf[i]        y->lock when y->buf[i]   likewise, if what is stored in buf is made for it and stored
 * nowhere else
 *     x->lock when x->next->f       the same                 two lists may lead to one element
 *
 * A lock that is wrongly taken for common hides a race: what is not surely the same is not. */
#include "race/build.h"
#include "summary/census/ground.h"
#include "term/value.h"

#include "base/recogniser.h"

enum { SCALAR = 16 }; /* bytes */

struct hang hang_of(const struct races *r, uint32_t at, uint32_t base)
{
	struct hang h = { .found = true };

	while (at != base) {
		const struct term *k = &r->term[at];
		if (k->kind == TERM_FIELD) {
			h.offset += k->offset;
			h.array += k->offset;
		} else if (k->kind == TERM_INDEX) {
			h.indexed = true;
			h.array = 0;
		} else {
			return (struct hang){ 0 };
		}
		at = k->base;
	}
	return h;
}

/* A value that nothing is known of could be any one, now this one and then that one; likewise an element with such an index. */
static bool is_unknown(const struct term *k)
{
	return k->kind == TERM_TOP || k->kind == TERM_CLASS || (k->kind == TERM_RESULT && !k->a && !k->b);
}

static bool index_is_known(const struct races *r, uint32_t index, uint32_t depth)
{
	const struct term *k = &r->term[index];

	if (!index || is_unknown(k) || limit_over(LIMIT_race_workings, depth))
		return false;
	return k->kind != TERM_COMPUTED || (index_is_known(r, k->base, depth + 1) && (!k->a || index_is_known(r, k->a, depth + 1)));
}

static bool is_definite(const struct races *r, uint32_t term)
{
	const struct term *k;

	for (k = &r->term[term]; term_is_step(k->kind); k = &r->term[k->base])
		if (k->kind == TERM_INDEX && !index_is_known(r, k->a, 0))
			return false;
	return !is_unknown(k);
}

/* In an element of an array, of which the index tells the size: not further than to its end? */
static bool ends_in_element(const struct races *r, const struct use *u)
{
	const struct term *k = &r->term[u->at];
	int64_t behind = 0;

	if (k->kind == TERM_FIELD) {
		behind = k->offset;
		k = &r->term[k->base];
	}
	return k->kind == TERM_INDEX && behind >= 0 && behind + u->size <= k->offset;
}

/* Does the access stay inside the record that its base is, so that of two elements it can touch only one? */
static bool stays_inside(const struct races *r, const struct use *u)
{
	if (u->size && (u->size <= SCALAR || ends_in_element(r, u)))
		return true;
	return u->size && u->member.i && u->size <= program_konst(r->p, u->member)->hi;
}

/* Where the bases are in their objects, as points counts: equal, and nothing is folded there. */
static bool same_spot(const struct races *r, const struct use *a, const struct hang *x, const struct use *b, const struct hang *y)
{
	struct cell s, t;

	if (a->ncells != 1 || b->ncells != 1)
		return false;
	s = points_at(r->points, r->cell.at[a->cell], -x->offset);
	t = points_at(r->points, r->cell.at[b->cell], -y->offset);
	return s.class == t.class && s.offset == t.offset && !points_fold(r->points, s.class);
}

/* How many bytes behind its base an access surely is inside the record of the base. */
static int64_t reach_of(const struct races *r, const struct use *u, const struct hang *h)
{
	return h->offset + (stays_inside(r, u) ? u->size : 1);
}

/* Can an access that goes on from element to element meet one of another element? The elements are at least so far apart as what
 * is known to be in one: the two locations, and the lock d bytes behind the base. */
static bool stays_in_element(const struct races *r, const struct use *a, const struct hang *x, const struct use *b,
			     const struct hang *y, int64_t d)
{
	int64_t m = reach_of(r, a, x), n = reach_of(r, b, y), apart = m > n ? m : n;

	apart = d + 1 > apart ? d + 1 : apart;
	return a->size && b->size && x->offset + a->size - apart <= y->offset && y->offset + b->size - apart <= x->offset;
}

/* Do both begin at one member of one kind of record, so that two records are two locations? */
static bool same_member(const struct use *a, const struct use *b)
{
	return (a->member.i && a->member.i == b->member.i) || (a->within.i && a->within.i == b->within.i);
}

/* base_a + d on one side and base_b + e on the other: one address if the locations meet? */
static bool bases_meet(const struct races *r, const struct use *a, uint32_t base_a, int64_t d, const struct use *b,
		       uint32_t base_b, int64_t e)
{
	struct hang x = hang_of(r, a->at, base_a), y = hang_of(r, b->at, base_b);

	if (!x.found || !y.found || !is_definite(r, base_a) || !is_definite(r, base_b))
		return false;
	if (base_a == base_b && d == e && anchor_is_object(&r->term[base_a]))
		return true; /* the start of a block: the block is one if the locations are */
	if (!x.indexed && !y.indexed && d - x.offset == e - y.offset &&
	    ((a->size && a->size == b->size) || (stays_inside(r, a) && stays_inside(r, b)) || same_member(a, b)))
		return true;
	if (d != e)
		return false;
	if ((x.indexed && !x.array) || (y.indexed && !y.array))
		return false; /* the base is an array itself: what is beside its first element says nothing about the others */
	if (!same_spot(r, a, &x, b, &y))
		return false;
	return (stays_inside(r, a) && stays_inside(r, b)) || (!x.indexed && !y.indexed && stays_in_element(r, a, &x, b, &y, d));
}

/* ---- locks in an array of their own ---- */

/* Does an equal result mean an equal first operand? Widening does; adding a number, too. */
static bool is_injective(const struct races *r, const struct term *k)
{
	bool by_number = k->a && r->term[k->a].kind == TERM_INT;

	if (k->b == computed_by(OP_cast, CAST_zext) || k->b == computed_by(OP_cast, CAST_sext))
		return !k->a;
	return by_number && (k->b == computed_by(OP_binary, BINARY_add) || k->b == computed_by(OP_binary, BINARY_sub) ||
			     k->b == computed_by(OP_binary, BINARY_xor));
}

/* Equal results of `known` mean equal results of `asked`, of the same first operand: a remainder by a divisor of a divisor,
 * bits of bits. */
static bool is_coarser(const struct races *r, const struct term *asked, const struct term *known)
{
	const struct term *c = &r->term[asked->a], *d = &r->term[known->a];

	if (asked->b != known->b || asked->base != known->base || c->kind != TERM_INT || d->kind != TERM_INT)
		return false;
	if (asked->b == computed_by(OP_binary, BINARY_urem) || asked->b == computed_by(OP_binary, BINARY_srem))
		return c->offset > 0 && d->offset > 0 && d->offset % c->offset == 0;
	return asked->b == computed_by(OP_binary, BINARY_and) && !(c->offset & ~d->offset);
}

/* Two values, one of each side, that are equal if the locations meet. */
struct twins {
	uint32_t of[2];
};

/* Does one of the equal values, unwrapped, make the two that are asked for equal? */
static bool follows_from(const struct races *r, struct twins asked, struct twins known)
{
	for (uint32_t n = 0; !limit_over(LIMIT_race_workings, n); n++) {
		const struct term *x = &r->term[known.of[0]], *y = &r->term[known.of[1]];
		const struct term *l = &r->term[asked.of[0]], *m = &r->term[asked.of[1]];
		if (asked.of[0] == known.of[0] && asked.of[1] == known.of[1])
			return true;
		if (x->kind != TERM_COMPUTED || y->kind != TERM_COMPUTED || x->b != y->b || x->a != y->a)
			return false;
		if (l->kind == TERM_COMPUTED && m->kind == TERM_COMPUTED && l->a == m->a && is_coarser(r, l, x) && is_coarser(r, m, y))
			return true;
		if (!is_injective(r, x))
			return false;
		known = (struct twins){ { x->base, y->base } };
	}
	return false;
}

/* Are the indices of the locks computed in the same way from those of the locations? */
static bool same_working(const struct races *r, struct twins lock, struct twins location, uint32_t depth)
{
	const struct term *x = &r->term[lock.of[0]], *y = &r->term[lock.of[1]];

	if (limit_over(LIMIT_race_workings, depth))
		return false;
	if (lock.of[0] == lock.of[1] && (!lock.of[0] || x->kind == TERM_INT))
		return true;
	if (follows_from(r, lock, location))
		return true;
	if (x->kind != TERM_COMPUTED || y->kind != TERM_COMPUTED || x->b != y->b)
		return false;
	return same_working(r, (struct twins){ { x->base, y->base } }, location, depth + 1) &&
	       same_working(r, (struct twins){ { x->a, y->a } }, location, depth + 1);
}

/* The element of an array of the run that a location is in: the INDEX step; 0: none, or of an array that has no name. */
static uint32_t element_of(const struct races *r, uint32_t at)
{
	while (r->term[at].kind == TERM_FIELD)
		at = r->term[at].base;
	return r->term[at].kind == TERM_INDEX && term_names_one(r, r->term[at].base) ? at : 0;
}

/* The same of a location, also in a block of which that is the start: if two such locations are one, so are the blocks, and
 * so are the numbers. */
static uint32_t element_at(const struct races *r, uint32_t at)
{
	while (r->term[at].kind == TERM_FIELD)
		at = r->term[at].base;
	if (r->term[at].kind != TERM_INDEX)
		return 0;
	return term_names_one(r, r->term[at].base) || term_starts_block(r, r->term[at].base) ? at : 0;
}

static bool in_one_array(const struct races *r, uint32_t x, uint32_t y)
{
	uint32_t a = r->term[x].base, b = r->term[y].base;

	return a == b || (term_starts_block(r, a) && term_starts_block(r, b));
}

/* Is the access inside one element of the array? */
static bool stays_in_one(const struct races *r, const struct use *u, uint32_t element)
{
	const struct term *array = &r->term[r->term[element].base];
	struct type_id t = { array->kind == TERM_SYM ? program_sym(r->p, (struct sym_id){ array->a })->type.i : 0 };
	const struct type *x = t.i ? program_type(r->p, type_strip(r->p, t)) : NULL;

	if (stays_inside(r, u))
		return true;
	if (!x || x->kind != TYPE_ARRAY || !u->size)
		return false;
	return (uint64_t)(hang_of(r, u->at, element).offset + u->size) * 8 <= program_type(r->p, type_strip(r->p, x->base))->size;
}

/* lock[f(i)] when tab[i]: if the elements of tab are one, i is one, and so is f(i). */
static bool same_element(const struct races *r, const struct use *a, uint32_t l, const struct use *b, uint32_t m)
{
	uint32_t x = element_at(r, a->at), y = element_at(r, b->at), i = element_of(r, l), k = element_of(r, m);

	if (!x || !y || !i || !k || !in_one_array(r, x, y) || r->term[i].base != r->term[k].base)
		return false;
	if (r->term[x].offset != r->term[y].offset || r->term[i].offset != r->term[k].offset)
		return false; /* elements of other sizes: equal memory is not equal numbers */
	if ((r->term[l].kind == TERM_FIELD ? r->term[l].offset : 0) != (r->term[m].kind == TERM_FIELD ? r->term[m].offset : 0))
		return false;
	if (!is_definite(r, i) || !is_definite(r, k) || !stays_in_one(r, a, x) || !stays_in_one(r, b, y))
		return false;
	return same_working(r, (struct twins){ { r->term[i].a, r->term[k].a } }, (struct twins){ { r->term[x].a, r->term[y].a } },
			    0);
}

/* Which element of the array a constant place is in, and how many bytes behind its start; false: in none, or no such place. */
static bool numbered_place(const struct races *r, uint32_t at, const struct term *element, int64_t *number, int64_t *behind)
{
	struct anchor place = anchor_of(r->term, at), array = anchor_of(r->term, element->base);
	int64_t bytes = place.offset + place.elements - array.offset - array.elements;

	if (place.term != array.term || place.indexed || array.indexed || element->offset <= 0 || bytes < 0)
		return false;
	*number = bytes / element->offset;
	*behind = bytes % element->offset;
	return true;
}

/* A value that is a number if the locations meet. */
struct settled {
	uint32_t term;
	int64_t is;
};

/* The operand that an injective operation has given this number of; false: not known, or no such operation. A larger operand than
 * what it gives might have been cut to some width. */
static bool operand_settled(const struct races *r, struct settled *s)
{
	const struct term *k = &r->term[s->term];
	int64_t n = k->a ? r->term[k->a].offset : 0, is = s->is;

	if (k->kind != TERM_COMPUTED || !is_injective(r, k))
		return false;
	if (k->b == computed_by(OP_binary, BINARY_add))
		is -= n;
	else if (k->b == computed_by(OP_binary, BINARY_sub))
		is += n;
	else if (k->b == computed_by(OP_binary, BINARY_xor))
		is ^= n;
	if (is < 0 || (is > s->is && is > INT8_MAX))
		return false;
	*s = (struct settled){ k->base, is };
	return true;
}

/* The number that a value is, given what the other one is. */
static bool worked_out(const struct races *r, uint32_t term, struct settled known, uint32_t depth, int64_t *out)
{
	const struct term *k = &r->term[term];
	struct settled s = known;
	int64_t a = 0, b = 0;

	*out = k->offset;
	if (!term || k->kind == TERM_INT || limit_over(LIMIT_race_workings, depth))
		return term && k->kind == TERM_INT;
	for (uint32_t n = 0; !limit_over(LIMIT_race_workings, n); n++) {
		*out = s.is;
		if (term == s.term)
			return true;
		if (k->kind == TERM_COMPUTED && r->term[s.term].kind == TERM_COMPUTED && is_coarser(r, k, &r->term[s.term]))
			return term_fold(k->b, s.is, r->term[k->a].offset, out);
		if (!operand_settled(r, &s))
			break;
	}
	return k->kind == TERM_COMPUTED && worked_out(r, k->base, known, depth + 1, &a) &&
	       (!k->a || worked_out(r, k->a, known, depth + 1, &b)) && term_fold(k->b, a, b, out);
}

/* lock[f(i)] when tab[i], and on the other side one lock when element n of tab: i is n if these are one; is f(n) that lock? */
static bool same_as_numbered(const struct races *r, const struct use *a, uint32_t l, const struct use *b, uint32_t m)
{
	uint32_t x = element_of(r, a->at), i = element_of(r, l);
	int64_t number, behind, lock, in_lock, is;

	if (!x || !i || !is_definite(r, i) || !stays_in_one(r, a, x) || !b->size)
		return false;
	if (!numbered_place(r, b->at, &r->term[x], &number, &behind) || behind + b->size > r->term[x].offset)
		return false;
	if (!numbered_place(r, m, &r->term[i], &lock, &in_lock) || in_lock != hang_of(r, l, i).offset)
		return false;
	return worked_out(r, r->term[i].a, (struct settled){ r->term[x].a, number }, 0, &is) && is == lock;
}

/* Is the first all locks of an array, and the second one of them, whichever, or all of them? (summary/function/all.c) */
static bool is_among_all(const struct races *r, uint32_t all, uint32_t one)
{
	const struct term *x = &r->term[all], *y = &r->term[one];
	int64_t behind = x->kind == TERM_FIELD ? x->offset : 0, offset = y->kind == TERM_FIELD ? y->offset : 0;

	x = x->kind == TERM_FIELD ? &r->term[x->base] : x;
	if (x->kind != TERM_INDEX || !x->a || r->term[x->a].kind != TERM_ALL || !term_names_one(r, x->base))
		return false;
	if (one == x->base)
		return !behind; /* the first element is the array itself */
	if (y->kind == TERM_FIELD && y->base == x->base)
		return offset == behind;
	y = y->kind == TERM_FIELD ? &r->term[y->base] : y;
	if (y->kind != TERM_INDEX || y->base != x->base || offset != behind)
		return false;
	return y->offset == x->offset ||
	       (!y->offset && y->a && r->term[y->a].kind == TERM_INT && r->term[y->a].offset % x->offset == 0);
}

/* The same address, given that the locations of the two uses are the same memory? */
static bool same_lock(const struct races *r, const struct use *a, uint32_t l, const struct use *b, uint32_t m)
{
	if (l == m && term_names_one(r, l))
		return true;
	if (same_as_numbered(r, a, l, b, m) || same_as_numbered(r, b, m, a, l))
		return true;
	if (same_element(r, a, l, b, m) || is_among_all(r, l, m) || is_among_all(r, m, l))
		return true;
	for (;;) {
		int64_t d = 0, e = 0;
		if (bases_meet(r, a, l, 0, b, m, 0))
			return true;
		if (r->term[l].kind == TERM_FIELD) {
			d = r->term[l].offset;
			l = r->term[l].base;
		}
		if (r->term[m].kind == TERM_FIELD) {
			e = r->term[m].offset;
			m = r->term[m].base;
		}
		if (bases_meet(r, a, l, d, b, m, e))
			return true;
		if (d != e || r->term[l].kind != TERM_STABLE || r->term[m].kind != TERM_STABLE)
			return false;
		l = r->term[l].base; /* the same address holds the same pointer */
		m = r->term[m].base;
	}
}

/* ---- what a member alone holds ---- */

/* Which field of which record an address is, by the type of the parameter that leads there; 0: not known. */
static uint64_t field_of(struct races *r, uint32_t address)
{
	const struct term *k = &r->term[address], *root = k->kind == TERM_FIELD ? &r->term[k->base] : k;
	const struct body *b = root->kind == TERM_PARAM ? code_of(r, (struct fn_id){ root->a }) : NULL;
	const struct type *t = b && root->b < b->param.n ? program_type(r->p, type_strip(r->p, b->param.at[root->b].type)) : NULL;

	return t && t->kind == TYPE_POINTER ? ground_field(r->p, t->base, k->kind == TERM_FIELD ? k->offset : 0) : 0;
}

bool use_kept_by(struct races *r, const struct use *u, struct use *out, struct cell *cell)
{
	const struct term *k = &r->term[u->at];
	struct cell few[2];
	uint32_t at;

	while (k->kind == TERM_FIELD || k->kind == TERM_INDEX)
		k = &r->term[k->base];
	if ((k->kind != TERM_STABLE && (k->kind != TERM_RESULT || !k->a)) || !k->base)
		return false;
	at = anchor_of(r->term, k->base).term;
	if ((r->term[at].kind != TERM_PARAM && !anchor_is_object(&r->term[at])) ||
	    term_cells_of(r->points, r->term, k->base, few, 2) != 1)
		return false;
	*cell = few[0];
	*out = *u;
	out->at = k->base;
	out->size = r->word;
	out->ncells = 0;
	return ground_holds_alone(r->s->ground, r->points, few[0], field_of(r, k->base));
}

static bool holders_share_lock(struct races *r, const struct use *a, const struct use *b)
{
	struct use x, y;
	struct cell s, t;
	uint32_t n, m;
	const struct held *l = use_locks(r, a, &n), *k = use_locks(r, b, &m);

	if (!n || !m || !use_kept_by(r, a, &x, &s) || !use_kept_by(r, b, &y, &t) || s.class != t.class || s.offset != t.offset)
		return false;
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t j = 0; j < m; j++)
			if (l[i].family == k[j].family && held_excludes(&l[i], &k[j]) && !posted_too_often(r, &l[i]) &&
			    same_lock(r, &x, l[i].term, &y, k[j].term))
				return true;
	return false;
}

bool uses_share_lock(struct races *r, const struct use *a, const struct use *b)
{
	uint32_t n, m;
	const struct held *l = use_locks(r, a, &n), *k = use_locks(r, b, &m);

	for (uint32_t i = 0; i < n; i++)
		for (uint32_t j = 0; j < m; j++)
			if (l[i].family == k[j].family && held_excludes(&l[i], &k[j]) && !posted_too_often(r, &l[i]) &&
			    same_lock(r, a, l[i].term, b, k[j].term))
				return true;
	return RECOGNISED(race_holder, holders_share_lock(r, a, b));
}
