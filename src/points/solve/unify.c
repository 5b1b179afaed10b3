#include "points/solve/unify.h"

#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/limit.h"

void solver_init(struct solver *s, struct arena *a)
{
	*s = (struct solver){ .arena = a };
	(void)vec_add(a, &s->node);
}

uint32_t solver_node(struct solver *s)
{
	uint32_t id = s->node.n;

	*vec_add(s->arena, &s->node) = (struct node){ .parent = id, .version = ++s->clock };
	return id;
}

struct cell solver_fresh(struct solver *s)
{
	return (struct cell){ solver_node(s), 0 };
}

/* ---- rooms for entries: powers of two, used again ---- */

static uint32_t room_of(uint32_t n)
{
	uint32_t k = 0;

	while ((1u << k) < n)
		k++;
	return k;
}

static struct points_entry *room_take(struct solver *s, uint32_t k)
{
	void *p = s->free[k];

	if (!p)
		return arena_array(s->arena, (size_t)1 << k, sizeof(struct points_entry));
	memcpy(&s->free[k], p, sizeof p);
	return p;
}

static void room_give(struct solver *s, struct points_entry *at, uint32_t k)
{
	memcpy(at, &s->free[k], sizeof s->free[k]);
	s->free[k] = at;
}

/* ---- find ---- */

static int64_t folded(int64_t offset, uint32_t fold)
{
	int64_t rest;

	if (!fold)
		return offset;
	rest = offset % fold;
	return rest < 0 ? rest + fold : rest;
}

static void fold_root(struct solver *s, uint32_t root, uint32_t modulus);

/* Two walks: up to the root adding the shifts, then again to hang everyone below the root. */
static uint32_t find_root(struct solver *s, uint32_t id, int64_t *shift)
{
	struct node *node = s->node.at;
	uint32_t root = id;
	int64_t total = 0, rest;

	for (; node[root].parent != root; root = node[root].parent)
		total += node[root].shift;
	if (total > SOLVER_FAR || total < -SOLVER_FAR) {
		fold_root(s, root, 1);
		node = s->node.at;
	}
	rest = *shift = folded(total, node[root].fold);
	while (node[id].parent != root && id != root) {
		uint32_t up = node[id].parent;
		int64_t step = node[id].shift;
		node[id].parent = root;
		node[id].shift = (int32_t)folded(rest, node[root].fold);
		rest = node[root].fold == 1 ? 0 : rest - step;
		id = up;
	}
	return root;
}

/* In the root; an offset too far away to count with makes all offsets of the class one. */
static struct cell in_root(struct solver *s, struct cell c, int64_t offset)
{
	int64_t shift, at;
	uint32_t root;

	if (!c.class)
		return c;
	root = find_root(s, c.class, &shift);
	at = folded(c.offset + shift +
			    (offset > 2 * (int64_t)SOLVER_FAR || offset < -2 * (int64_t)SOLVER_FAR ? 2 * (int64_t)SOLVER_FAR
												   : offset),
		    s->node.at[root].fold);
	if (at > SOLVER_FAR || at < -SOLVER_FAR) {
		fold_root(s, root, 1);
		at = 0;
	}
	return (struct cell){ root, (int32_t)at };
}

struct cell solver_find(struct solver *s, struct cell c)
{
	return in_root(s, c, 0);
}

struct cell solver_at(struct solver *s, struct cell c, int64_t offset)
{
	return in_root(s, c, offset);
}

/* ---- entries ---- */

/* Where `offset` is, or would be. */
static uint32_t place_of(const struct node *n, int32_t offset)
{
	uint32_t low = 0, high = n->n;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		if (n->entry[middle].offset < offset)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static void put(struct solver *s, uint32_t root, uint32_t place, struct points_entry e)
{
	struct node *n = &s->node.at[root];
	uint32_t k = n->n ? room_of(n->n) : 0;

	if (!n->n) {
		n->entry = room_take(s, 0);
	} else if (n->n == 1u << k) {
		struct points_entry *more = room_take(s, k + 1);
		memcpy(more, n->entry, n->n * sizeof *more);
		room_give(s, n->entry, k);
		n->entry = more;
	}
	memmove(n->entry + place + 1, n->entry + place, (n->n - place) * sizeof *n->entry);
	n->entry[place] = e;
	n->n++;
	n->version = ++s->clock;
}

struct cell solver_peek(struct solver *s, struct cell c)
{
	const struct node *n;
	uint32_t at;

	c = solver_find(s, c);
	if (!c.class)
		return c;
	n = &s->node.at[c.class];
	at = place_of(n, c.offset);
	if (at == n->n || n->entry[at].offset != c.offset)
		return (struct cell){ 0 };
	return solver_find(s, n->entry[at].to);
}

struct cell solver_load(struct solver *s, struct cell c)
{
	struct cell to = solver_peek(s, c);

	if (to.class || !c.class)
		return to;
	to = solver_fresh(s);
	c = solver_find(s, c);
	put(s, c.class, place_of(&s->node.at[c.class], c.offset), (struct points_entry){ c.offset, to });
	return to;
}

/* ---- unify ---- */

static void later(struct solver *s, struct cell a, struct cell b)
{
	*vec_add(s->arena, &s->pending) = (struct cell_pair){ a, b };
}

static uint32_t divisor(uint32_t a, uint32_t b)
{
	while (b) {
		uint32_t rest = a % b;
		a = b;
		b = rest;
	}
	return a;
}

static int by_offset(const void *a, const void *b)
{
	const struct points_entry *x = a, *y = b;

	if (x->offset != y->offset)
		return x->offset < y->offset ? -1 : 1;
	if (x->to.class != y->to.class)
		return x->to.class < y->to.class ? -1 : 1;
	return (x->to.offset > y->to.offset) - (x->to.offset < y->to.offset);
}

/* The room keeps its size class: entries may only become fewer, and what they leave is given back. */
static void fold_root(struct solver *s, uint32_t root, uint32_t modulus)
{
	struct node *n = &s->node.at[root];
	uint32_t fold = divisor(n->fold, modulus), before = n->n, kept = 0;

	if (fold == n->fold)
		return;
	n->fold = fold;
	n->version = ++s->clock;
	if (!before)
		return;
	for (uint32_t i = 0; i < before; i++)
		n->entry[i].offset = (int32_t)folded(n->entry[i].offset, fold);
	qsort(n->entry, before, sizeof *n->entry, by_offset);
	for (uint32_t i = 1; i < before; i++) {
		if (n->entry[i].offset == n->entry[kept].offset)
			later(s, n->entry[kept].to, n->entry[i].to);
		else
			n->entry[++kept] = n->entry[i];
	}
	n->n = kept + 1;
	if (room_of(n->n) < room_of(before)) {
		struct points_entry *less = room_take(s, room_of(n->n));
		memcpy(less, n->entry, n->n * sizeof *less);
		room_give(s, n->entry, room_of(before));
		n->entry = less;
	}
}

/* Moves the entries of `from`, which now lies in `to` at `shift`. */
static void move_entries(struct solver *s, uint32_t to, uint32_t from, int64_t shift)
{
	struct points_entry *entry = s->node.at[from].entry;
	uint32_t count = s->node.at[from].n;

	for (uint32_t i = 0; i < count; i++) {
		struct cell c = in_root(s, (struct cell){ to, 0 }, entry[i].offset + shift);
		const struct node *n = &s->node.at[to];
		uint32_t at = place_of(n, c.offset);
		if (at < n->n && n->entry[at].offset == c.offset)
			later(s, n->entry[at].to, entry[i].to);
		else
			put(s, to, at, (struct points_entry){ c.offset, entry[i].to });
	}
	if (count)
		room_give(s, entry, room_of(count));
	s->node.at[from].n = 0;
	s->node.at[from].entry = NULL;
}

static void join(struct solver *s, struct cell a, struct cell b)
{
	uint32_t fold;
	int64_t shift;

	a = solver_find(s, a);
	b = solver_find(s, b);
	if (!a.class || !b.class || (a.class == b.class && a.offset == b.offset))
		return;
	if (a.class == b.class) {
		fold_root(s, a.class, (uint32_t)(a.offset > b.offset ? a.offset - b.offset : b.offset - a.offset));
		return;
	}
	if (s->node.at[a.class].n < s->node.at[b.class].n ||
	    (s->node.at[a.class].n == s->node.at[b.class].n && a.class > b.class)) {
		struct cell c = a;
		a = b;
		b = c;
	}
	shift = (int64_t)a.offset - b.offset;
	fold = s->node.at[b.class].fold;
	s->node.at[b.class].parent = a.class;
	s->node.at[b.class].shift = (int32_t)shift;
	s->node.at[b.class].fold = 0;
	s->node.at[a.class].version = ++s->clock;
	if (fold)
		fold_root(s, a.class, fold);
	move_entries(s, a.class, b.class, shift);
}

static void drain(struct solver *s)
{
	while (s->pending.n) {
		struct cell_pair pair = s->pending.at[--s->pending.n];
		join(s, pair.a, pair.b);
	}
}

void solver_unify(struct solver *s, struct cell a, struct cell b)
{
	join(s, a, b);
	drain(s);
}

void solver_fold(struct solver *s, struct cell c, uint32_t modulus)
{
	c = solver_find(s, c);
	fold_root(s, c.class, modulus);
	drain(s);
}

/* ---- copies ---- */

void solver_copy(struct solver *s, struct cell to, struct cell from, int64_t len)
{
	if (to.class && from.class && len > 0)
		*vec_add(s->arena, &s->copy) = (struct copy){ to, from, len, 0, 0 };
}

/* Copies between nodes of different folds would be endless lists of offsets: both get the same one. */
static void fold_alike(struct solver *s, struct copy *c)
{
	uint32_t a = s->node.at[solver_find(s, c->to).class].fold, b = s->node.at[solver_find(s, c->from).class].fold;

	if (a == b || (c->len <= (a ? a : INT64_MAX) && c->len <= (b ? b : INT64_MAX)))
		return;
	solver_fold(s, c->to, divisor(a, b));
	solver_fold(s, c->from, divisor(a, b));
}

int64_t solver_distance(const struct node *n, int32_t start, int32_t offset, int64_t len)
{
	int64_t far = folded((int64_t)offset - start, n->fold);

	return far >= 0 && far < len ? far : -1;
}

static void apply(struct solver *s, struct copy *c)
{
	struct cell to = solver_find(s, c->to), from = solver_find(s, c->from);
	struct node *n;

	if (to.class == from.class && to.offset == from.offset)
		return;
	if (s->node.at[to.class].version == c->version_to && s->node.at[from.class].version == c->version_from)
		return;
	fold_alike(s, c);
	to = solver_find(s, c->to), from = solver_find(s, c->from);
	if ((to.class == from.class && c->len == SOLVER_ALL) || limit_over(LIMIT_points_copied, s->node.at[to.class].n)) {
		solver_unify(s, to, from);
		return;
	}
	/* Unifying what is stored may reach these very nodes: their versions then say that there is more to do. */
	c->version_to = s->node.at[to.class].version;
	c->version_from = s->node.at[from.class].version;
	for (uint32_t i = 0; i < (n = &s->node.at[from.class])->n; i++) {
		int64_t far = solver_distance(n, from.offset, n->entry[i].offset, c->len);
		struct cell held = n->entry[i].to;
		uint32_t before;
		if (far < 0)
			continue;
		solver_unify(s, solver_load(s, solver_at(s, to, far)), held);
		before = c->version_from;
		if (s->node.at[from.class].version != before || s->node.at[from.class].parent != from.class)
			return;
	}
	c->version_to = s->node.at[to.class].parent == to.class ? s->node.at[to.class].version : 0;
}

void solver_solve(struct solver *s)
{
	uint32_t before;

	drain(s);
	do {
		before = s->clock;
		for (uint32_t i = 0; i < s->copy.n; i++)
			apply(s, &s->copy.at[i]);
	} while (s->clock != before);
}

void solver_check(struct solver *s)
{
	CHECK(!s->pending.n, "%u unifications are left", s->pending.n);
	for (uint32_t i = 1; i < s->node.n; i++) {
		const struct node *n = &s->node.at[i];
		CHECK(n->parent == i || !n->n, "node %u is part of another and holds pointers", i);
		for (uint32_t k = 0; k < n->n; k++) {
			CHECK(!k || n->entry[k - 1].offset < n->entry[k].offset, "entries of node %u are not in order", i);
			CHECK(folded(n->entry[k].offset, n->fold) == n->entry[k].offset, "entry %u of node %u is not folded", k,
			      i);
			CHECK(n->entry[k].to.class && n->entry[k].to.class < s->node.n, "entry %u of node %u leads nowhere", k,
			      i);
		}
	}
}
