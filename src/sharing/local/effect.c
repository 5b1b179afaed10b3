#include "sharing/local/effect.h"

#include <string.h>

#include "sharing/summary.h"
#include "sharing/taken/take.h"

/* More holds of an origin, and they are no longer told apart. */
enum { POINTER_BITS = 64 };

const uint32_t *local_members(const struct local *l, uint32_t set, uint32_t *n)
{
	*n = intern_length(&l->set, set) / sizeof(uint32_t);
	return (const uint32_t *)(const void *)intern_get(&l->set, set);
}

uint32_t origins_one(struct local *l, uint32_t origin)
{
	struct sharing_origin *o = &l->origin.at[origin];

	if (!o->alone)
		o->alone = intern_bytes(&l->set, &origin, sizeof origin);
	return o->alone;
}

static void lose(struct local *l, const uint32_t *member, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		l->changed |= member[i] && !l->origin.at[member[i]].lost;
		l->origin.at[member[i]].lost = true;
	}
}

/* Members of both in ascending order; too many: they are lost, and what remains is the shared one. */
uint32_t origins_both(struct local *l, uint32_t a, uint32_t b)
{
	uint32_t na, nb, n = 0, i = 0, j = 0, out[2 * SET_LIMIT];
	const uint32_t *x = local_members(l, a, &na), *y = local_members(l, b, &nb);

	if (a == b || !b)
		return a;
	if (!a)
		return b;
	while (i < na || j < nb) {
		if (j == nb || (i < na && x[i] < y[j]))
			out[n++] = x[i++];
		else if (i == na || y[j] < x[i])
			out[n++] = y[j++];
		else {
			out[n++] = x[i++];
			j++;
		}
	}
	if (!limit_over(LIMIT_sharing_set, n))
		return intern_bytes(&l->set, out, n * sizeof *out);
	lose(l, out, n);
	return origins_one(l, 0);
}

uint32_t origin_make(struct local *l, uint8_t kind, uint32_t value)
{
	if (!l->made[value]) {
		l->made[value] = l->origin.n;
		*vec_add(l->arena, &l->origin) = (struct sharing_origin){ .kind = kind, .value = value };
	}
	return l->made[value];
}

/* The content of a parameter is one origin for everything behind it, also for itself. */
static uint32_t content_of(const struct local *l, uint32_t origin)
{
	switch (l->origin.at[origin].kind) {
	case ORIGIN_PARAM:
		return origin + 1;
	case ORIGIN_CONTENT:
		return origin;
	default:
		return 0;
	}
}

static bool is_opaque(const struct local *l, uint32_t origin)
{
	const struct sharing_origin *o = &l->origin.at[origin];

	return o->kind == ORIGIN_SHARED || o->kind == ORIGIN_TAKEN || o->taken || o->private || o->lost;
}

uint64_t effect_beside(const struct local *l, uint32_t holder, uint32_t hold)
{
	uint8_t kind = l->origin.at[holder].kind;
	int32_t offset = l->hold.at[hold].offset;

	if (is_opaque(l, holder) && !l->origin.at[holder].whole)
		return 1;
	if (kind == ORIGIN_PARAM || kind == ORIGIN_CONTENT)
		return (uint64_t)1 << holder;
	for (uint32_t h = l->origin.at[holder].hold; h; h = l->hold.at[h].next) {
		uint32_t held = l->hold.at[h].held;
		if (l->hold.at[h].offset != offset && l->hold.at[h].offset != OFFSET_ANY)
			continue;
		if (!held || l->origin.at[held].kind == ORIGIN_CONTENT)
			return (uint64_t)1 << held;
	}
	return 0;
}

/* The links of what was taken as a whole lead to more of it. */
static uint32_t load_one(struct local *l, uint32_t origin, int32_t offset, bool link)
{
	bool whole = link && l->origin.at[origin].whole && !l->origin.at[origin].lost;
	uint32_t set = is_opaque(l, origin) ? origins_one(l, whole ? origin : 0) : 0, content = content_of(l, origin);

	if (content)
		set = origins_both(l, set, origins_one(l, content));
	for (uint32_t h = l->origin.at[origin].hold; h; h = l->hold.at[h].next)
		if (offset == OFFSET_ANY || l->hold.at[h].offset == OFFSET_ANY || l->hold.at[h].offset == offset)
			set = origins_both(l, set, origins_one(l, l->hold.at[h].held));
	return set;
}

uint32_t effect_load(struct local *l, uint32_t set, int32_t offset, bool link)
{
	uint32_t n, result = 0, copy[SET_LIMIT];
	const uint32_t *member = local_members(l, set, &n);

	memcpy(copy, member, n * sizeof *copy); /* the interned ones may move */
	for (uint32_t i = 0; i < n; i++)
		result = origins_both(l, result, load_one(l, copy[i], offset, link));
	return result;
}

static void add_hold(struct local *l, uint32_t holder, uint32_t held, int32_t offset)
{
	struct sharing_origin *o = &l->origin.at[holder];

	for (uint32_t h = o->hold; h; h = l->hold.at[h].next)
		if (l->hold.at[h].held == held && (l->hold.at[h].offset == offset || l->hold.at[h].offset == OFFSET_ANY))
			return;
	l->changed = true;
	if (limit_full(LIMIT_sharing_holds, o->nholds)) {
		o->lost = true; /* then what is stored into it is published, and what is loaded is shared */
		lose(l, &held, 1);
		for (uint32_t h = o->hold; h; h = l->hold.at[h].next)
			lose(l, &l->hold.at[h].held, 1);
		return;
	}
	*vec_add(l->arena, &l->hold) = (struct hold){ held, o->hold, offset };
	o->hold = l->hold.n - 1;
	o->nholds++;
}

void effect_action(struct local *l, uint32_t inst, uint8_t kind, uint32_t a, uint32_t b)
{
	if (l->recording)
		*vec_add(l->arena, &l->action) = (struct action){ inst, kind, a, b };
}

void effect_store(struct local *l, uint32_t inst, uint32_t into, int32_t offset, uint32_t value)
{
	uint32_t ni, nv;
	const uint32_t *x = local_members(l, into, &ni), *y = local_members(l, value, &nv);

	if (!nv)
		return;
	effect_action(l, inst, ACTION_STORE, into, value);
	for (uint32_t i = 0; i < ni && !l->recording; i++)
		for (uint32_t k = 0; k < nv; k++)
			if (x[i] && !l->origin.at[x[i]].lost)
				add_hold(l, x[i], y[k], offset);
}

static int32_t moved(int32_t offset, struct pointer into, struct pointer from)
{
	int64_t at = (int64_t)into.offset + offset - from.offset;

	if (offset == OFFSET_ANY || into.offset == OFFSET_ANY || from.offset == OFFSET_ANY || at <= INT32_MIN || at >= INT32_MAX)
		return OFFSET_ANY;
	return (int32_t)at;
}

/* Each hold at its own offset; what is not known by offset may come to lie anywhere. */
static void copy_one(struct local *l, struct pointer into, uint32_t origin, struct pointer from)
{
	uint32_t n;
	const uint32_t *x = local_members(l, into.set, &n);
	bool opaque = is_opaque(l, origin);

	for (uint32_t i = 0; i < n; i++) {
		if (!x[i] || l->origin.at[x[i]].lost)
			continue;
		if (opaque)
			add_hold(l, x[i], 0, OFFSET_ANY);
		if (content_of(l, origin))
			add_hold(l, x[i], content_of(l, origin), OFFSET_ANY);
		for (uint32_t h = l->origin.at[origin].hold; h; h = l->hold.at[h].next)
			add_hold(l, x[i], l->hold.at[h].held, moved(l->hold.at[h].offset, into, from));
	}
}

void effect_copy(struct local *l, uint32_t inst, struct pointer into, struct pointer from)
{
	uint32_t n, copy[SET_LIMIT];
	const uint32_t *member = local_members(l, from.set, &n);

	memcpy(copy, member, n * sizeof *copy);
	for (uint32_t i = 0; i < n && !l->recording; i++)
		copy_one(l, into, copy[i], from);
	effect_action(l, inst, ACTION_STORE, into.set, effect_load(l, from.set, OFFSET_ANY, false));
}

void effect_publish(struct local *l, uint32_t inst, uint32_t set)
{
	if (set)
		effect_action(l, inst, ACTION_PUBLISH, 0, set);
}

bool origins_fit(const struct local *l, struct type_id type)
{
	const struct program *p = l->s->p;
	const struct type *t;

	if (!type.i)
		return true;
	t = program_type(p, type_strip(p, type));
	return t->kind != TYPE_FLOAT && !((t->kind == TYPE_INT || t->kind == TYPE_ENUM) && t->size < POINTER_BITS);
}

bool origins_are_many(const struct local *l, struct type_id type)
{
	return type.i && program_type(l->s->p, type_strip(l->s->p, type))->size > POINTER_BITS;
}

/* The type is that of what the address leads to. */
static bool is_address(uint8_t op)
{
	return op == OP_alloca || op == OP_field || op == OP_index;
}

void effect_result(struct local *l, uint32_t inst, uint32_t set, int32_t offset)
{
	const struct inst *in = &l->b->inst.at[inst];
	uint32_t v = body_value(l->b, inst), now = origins_both(l, l->value[v], take_instead(l, v, set));
	int32_t at = l->offset[v] == OFFSET_UNSET || l->offset[v] == offset ? offset : OFFSET_ANY;

	if (!is_address(in->op) && !origins_fit(l, in->type))
		return;
	if (offset == OFFSET_UNSET)
		at = l->offset[v];
	l->changed |= now != l->value[v] || at != l->offset[v];
	l->value[v] = now;
	l->offset[v] = at;
}

/* A few origins, each once, in the order in which they were found; one more than a set can have is too many. */
struct sharing_found {
	uint32_t n, at[SET_LIMIT + 1];
};

static void find_one(struct sharing_found *f, uint32_t origin)
{
	for (uint32_t i = 0; i < f->n; i++)
		if (f->at[i] == origin)
			return;
	if (f->n <= limit(LIMIT_sharing_set))
		f->at[f->n++] = origin;
}

static void find_behind(const struct local *l, struct sharing_found *f, uint32_t origin)
{
	if (is_opaque(l, origin))
		find_one(f, 0);
	if (content_of(l, origin))
		find_one(f, content_of(l, origin));
	for (uint32_t h = l->origin.at[origin].hold; h; h = l->hold.at[h].next)
		find_one(f, l->hold.at[h].held);
}

uint32_t local_content(struct local *l, uint32_t set)
{
	struct sharing_found f = { 0 };
	uint32_t n, result = 0;
	const uint32_t *member = local_members(l, set, &n);

	for (uint32_t i = 0; i < n; i++)
		find_behind(l, &f, member[i]);
	for (uint32_t i = 0; i < f.n && f.n <= limit(LIMIT_sharing_set); i++)
		find_behind(l, &f, f.at[i]);
	if (limit_over(LIMIT_sharing_set, f.n)) {
		lose(l, f.at, f.n);
		return origins_one(l, 0);
	}
	for (uint32_t i = 0; i < f.n; i++)
		result = origins_both(l, result, origins_one(l, f.at[i]));
	return result;
}
