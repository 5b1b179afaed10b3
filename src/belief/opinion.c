/* Counting: what was used under which lock, how often, and whether that can be chance. */
#include "base/zscore.h"
#include "belief/private.h"

double opinion_z(const struct opinion *o)
{
	return zscore(o->all.count, opinion_uses(o), ZSCORE_CHANCE);
}

void opinion_init(struct opinion *o, struct arena *a)
{
	*o = (struct opinion){ 0 };
	intern_init(&o->lock, a);
	intern_init(&o->section, a);
	intern_init(&o->point, a);
	intern_init(&o->bare, a);
	*vec_add(a, &o->by_lock) = (struct tally){ 0 };
}

static int weight(uint8_t flags)
{
	return flags & STANDS_ONLY ? 3 : flags & STANDS_FIRST ? 2 : flags & STANDS_LAST ? 1 : 0;
}

static void tally_add(struct tally *t, uint8_t flags, struct finding_place at)
{
	if (!t->count || weight(flags) > weight(t->best)) {
		t->example = at;
		t->best = flags;
	}
	t->count++;
	t->only += (flags & STANDS_ONLY) != 0;
	t->first += (flags & STANDS_FIRST) != 0;
	t->last += (flags & STANDS_LAST) != 0;
}

void opinion_add(struct arena *a, struct opinion *o, const struct section *s, uint8_t flags, const char *lock,
		 struct finding_place at)
{
	uint32_t key[3] = { s->fn.i, s->inst, s->term }, known = o->section.entry.n, id = intern_string(&o->lock, lock);
	uint32_t point[3] = { s->fn.i, at.line, id }, points = o->point.entry.n;

	if (intern_bytes(&o->section, key, sizeof key) < known || intern_bytes(&o->point, point, sizeof point) < points)
		return;
	while (o->by_lock.n <= id)
		*vec_add(a, &o->by_lock) = (struct tally){ 0 };
	tally_add(&o->by_lock.at[id], flags, at);
	tally_add(&o->all, flags, at);
	if (!o->best || o->by_lock.at[id].count > o->by_lock.at[o->best].count ||
	    (o->by_lock.at[id].count == o->by_lock.at[o->best].count && id < o->best))
		o->best = id;
}

void opinion_add_bare(struct opinion *o, struct fn_id fn, uint32_t line)
{
	uint32_t key[2] = { fn.i, line };

	(void)intern_bytes(&o->bare, key, sizeof key);
}

uint32_t opinion_uses(const struct opinion *o)
{
	return o->all.count + (uint32_t)o->bare.entry.n - 1;
}

const struct tally *opinion_best(const struct opinion *o)
{
	return &o->by_lock.at[o->best];
}

/* Two that protect nothing else are as good as many that may be there for something else. */
bool opinion_is_firm(const struct opinion *o)
{
	const struct tally *t = opinion_best(o);
	uint32_t n = opinion_uses(o);

	return o->best && t->count >= 2 && ((t->count >= 3 && 3 * t->count >= 2 * n) || (t->only >= 2 && 2 * t->count > n));
}

const char *opinion_text(struct arena *a, const struct opinion *o)
{
	const struct tally *t = opinion_best(o);
	const char *lock = intern_get(&o->lock, o->best);

	if (t->only > 1)
		return arena_format(a, "%u of %u uses hold '%s', %u times for nothing else", t->count, opinion_uses(o), lock,
				    t->only);
	return arena_format(a, "%u of %u uses hold '%s'", t->count, opinion_uses(o), lock);
}

void opinion_facts(struct arena *a, struct finding *x, const struct opinion *o)
{
	uint32_t s = o->all.count, n = opinion_uses(o);
	double z = opinion_z(o);
	const char *text = arena_format(a, "%.2f (%u of %u)", z, s, n);

	finding_fact(a, x, FACT_only, (int32_t)o->all.only, NULL);
	finding_fact(a, x, FACT_first, (int32_t)o->all.first, NULL);
	finding_fact(a, x, FACT_last, (int32_t)o->all.last, NULL);
	if (n >= 2)
		finding_fact(a, x, FACT_z, (int32_t)(z * 100), text);
}
