#include "threads/vector.h"

#include "base/diag.h"

void vectors_init(struct vectors *v, struct arena *a)
{
	*v = (struct vectors){ .arena = a };
	intern_init(&v->vector, a);
	(void)vec_add(a, &v->kind);
}

uint32_t vectors_slot(struct vectors *v, enum threads_slot_kind kind)
{
	*vec_add(v->arena, &v->kind) = (uint8_t)kind;
	return v->kind.n - 1;
}

/* ---- values of one slot ---- */

static uint32_t nothing(uint8_t kind)
{
	return kind == SLOT_SPAWN ? SPAWN_SAME : 0;
}

static uint32_t gcd(uint32_t a, uint32_t b)
{
	while (b) {
		uint32_t r = a % b;
		a = b;
		b = r;
	}
	return a;
}

static uint32_t phase(uint32_t r, uint32_t m)
{
	if (m)
		return PHASE(r % m, m);
	return r > UINT16_MAX ? PHASE(0, 1) : PHASE(r, 0);
}

static uint32_t phase_r(uint32_t p)
{
	return p & 0xffff;
}

static uint32_t phase_m(uint32_t p)
{
	return p >> 16;
}

bool phases_differ(uint32_t a, uint32_t b)
{
	uint32_t m = gcd(phase_m(a), phase_m(b));

	return m ? phase_r(a) % m != phase_r(b) % m : phase_r(a) != phase_r(b);
}

static uint32_t spawn_after(uint32_t f, uint32_t x)
{
	return f >> 2 * x & 3;
}

static uint32_t compose_spawn(uint32_t a, uint32_t b)
{
	uint32_t f =
	    SPAWN(spawn_after(b, spawn_after(a, 0)), spawn_after(b, spawn_after(a, 1)), spawn_after(b, spawn_after(a, 2)));

	return f | ((a | b) & (SPAWN_EVER | SPAWN_DEAD));
}

static uint32_t max(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}

static uint32_t meet_spawn(uint32_t a, uint32_t b)
{
	uint32_t f = SPAWN(max(spawn_after(a, 0), spawn_after(b, 0)), max(spawn_after(a, 1), spawn_after(b, 1)),
			   max(spawn_after(a, 2), spawn_after(b, 2)));

	return f | ((a | b) & SPAWN_EVER) | (a & b & SPAWN_DEAD);
}

static uint32_t compose_values(uint8_t kind, uint32_t a, uint32_t b)
{
	switch (kind) {
	case SLOT_SPAWN:
		return compose_spawn(a, b);
	case SLOT_PHASE:
		return phase(phase_r(a) + phase_r(b), gcd(phase_m(a), phase_m(b)));
	default:
		return a | b;
	}
}

static uint32_t meet_values(uint8_t kind, uint32_t a, uint32_t b)
{
	uint32_t ra = phase_r(a), rb = phase_r(b);

	switch (kind) {
	case SLOT_SPAWN:
		return meet_spawn(a, b);
	case SLOT_PHASE:
		return phase(ra, gcd(gcd(phase_m(a), phase_m(b)), ra > rb ? ra - rb : rb - ra));
	case SLOT_MUST:
		return a & b;
	default:
		return a | b;
	}
}

static uint32_t worst(uint8_t kind)
{
	switch (kind) {
	case SLOT_SPAWN:
		return SPAWN(2, 2, 2) | SPAWN_EVER;
	case SLOT_PHASE:
		return PHASE(0, 1);
	default:
		return kind == SLOT_MAY;
	}
}

/* ---- vectors ---- */

const struct item *vector_items(const struct vectors *v, uint32_t vector, uint32_t *n)
{
	CHECK(vector < v->vector.entry.n, "vector %u of %u", vector, v->vector.entry.n);
	*n = intern_length(&v->vector, vector) / (uint32_t)sizeof(struct item);
	return (const struct item *)(const void *)intern_get(&v->vector, vector);
}

static void put(struct vectors *v, uint32_t slot, uint32_t value)
{
	if (value != nothing(v->kind.at[slot]))
		*vec_add(v->arena, &v->item) = (struct item){ slot, value };
}

static uint32_t made(struct vectors *v)
{
	return intern_bytes(&v->vector, v->item.at, v->item.n * sizeof *v->item.at);
}

uint32_t vector_one(struct vectors *v, uint32_t slot, uint32_t value)
{
	v->item.n = 0;
	put(v, slot, value);
	return made(v);
}

uint32_t vector_value(const struct vectors *v, uint32_t vector, uint32_t slot)
{
	uint32_t n, lo = 0, hi;
	const struct item *item = vector_items(v, vector, &n);

	for (hi = n; lo < hi;) {
		uint32_t mid = lo + (hi - lo) / 2;
		if (item[mid].slot < slot)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < n && item[lo].slot == slot ? item[lo].value : nothing(v->kind.at[slot]);
}

/* Both vectors side by side; what one of them leaves out is "nothing". */
static uint32_t merge(struct vectors *v, uint32_t a, uint32_t b, uint32_t (*values)(uint8_t, uint32_t, uint32_t))
{
	uint32_t na, nb, i = 0, k = 0;
	const struct item *x = vector_items(v, a, &na), *y = vector_items(v, b, &nb);

	v->item.n = 0;
	while (i < na || k < nb) {
		uint32_t slot = k == nb || (i < na && x[i].slot < y[k].slot) ? x[i].slot : y[k].slot,
			 same = nothing(v->kind.at[slot]);
		uint32_t p = i < na && x[i].slot == slot ? x[i++].value : same,
			 q = k < nb && y[k].slot == slot ? y[k++].value : same;
		put(v, slot, values(v->kind.at[slot], p, q));
	}
	return made(v);
}

uint32_t vector_compose(struct vectors *v, uint32_t a, uint32_t b)
{
	uint32_t known, result;

	if (a == VECTOR_BOTTOM || b == VECTOR_BOTTOM)
		return VECTOR_BOTTOM;
	if (!a || !b)
		return a | b;
	known = map_get(&v->composed, map_pair(a, b));
	if (known)
		return known - 1;
	result = merge(v, a, b, compose_values);
	map_put(v->arena, &v->composed, map_pair(a, b), result + 1);
	return result;
}

uint32_t vector_meet(struct vectors *v, uint32_t a, uint32_t b)
{
	uint32_t known, result;

	if (a == VECTOR_BOTTOM || a == b)
		return b;
	if (b == VECTOR_BOTTOM)
		return a;
	known = map_get(&v->met, a < b ? map_pair(a, b) : map_pair(b, a));
	if (known)
		return known - 1;
	result = merge(v, a, b, meet_values);
	map_put(v->arena, &v->met, a < b ? map_pair(a, b) : map_pair(b, a), result + 1);
	return result;
}

uint32_t vector_without(struct vectors *v, uint32_t a, uint32_t slot)
{
	uint32_t n;
	const struct item *item;

	if (a == VECTOR_BOTTOM)
		return a;
	item = vector_items(v, a, &n);
	v->item.n = 0;
	for (uint32_t i = 0; i < n; i++)
		if (item[i].slot != slot)
			put(v, item[i].slot, item[i].value);
	return made(v);
}

uint32_t vector_worst(struct vectors *v, const uint8_t *slots)
{
	v->item.n = 0;
	for (uint32_t s = 1; s < v->kind.n; s++)
		if (slots[s])
			put(v, s, worst(v->kind.at[s]));
	return made(v);
}
