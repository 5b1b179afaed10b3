/* Lock or signal? (racerx, 5.1) Known locks are paired, and when they are not, the release is missing; semaphores that signal
 * have as many releases that nothing was taken before. Counted are places in the program, each once for what happens there. */
#include "lockset/walk/engine.h"

#include <math.h>

#include "base/recogniser.h"

/* What locks are like where a program has too few to tell: the paper's systems have well below one error in a hundred. */
static const struct usage usual = { 40, 39, 2 };

static struct usage *usage_at(struct engine *e, uint32_t name)
{
	uint32_t *at = map_at(&e->scratch, &e->usage_of, name);

	if (!*at) {
		*vec_add(&e->scratch, &e->usage) = (struct usage){ 0 };
		*at = e->usage.n;
	}
	return &e->usage.at[*at - 1];
}

void usage_note(struct engine *e, const struct outline_event *ev, uint32_t name, uint32_t what)
{
	uint32_t ground, *unsure;
	struct usage *u;
	uint64_t key = map_pair(ev->fn.i, ev->inst) << 2;
	bool known = map_get(&e->used, key | USED_RELEASED) || map_get(&e->used, key | USED_ERROR);

	if (!name || !ev->row || (ev->flags & HELD_CONTEXT) || map_get(&e->used, key | what) || (known && what == USED_UNSURE))
		return;
	map_put(&e->scratch, &e->used, key | what, 1);
	ground = (ev->row->flags & MODEL_SEMAPHORE) ? name_ground(&e->out->names, name) : 0;
	unsure = map_at(&e->scratch, &e->unsure, ground);
	*unsure += what == USED_UNSURE;
	*unsure -= *unsure && !known && what > USED_ACQUIRED && map_get(&e->used, key | USED_UNSURE);
	u = usage_at(e, ground);
	u->acquired += what == USED_ACQUIRED;
	u->released += what == USED_RELEASED;
	u->errors += what == USED_ERROR;
}

bool semaphore_is_taken_in(const struct engine *e, const struct outline *f, uint32_t name)
{
	const struct outlines *o = &e->o;
	bool found = false;

	for (uint32_t b = f->block; b < f->block + f->nblocks && !found; b++)
		for (uint32_t i = o->block.at[b].event; i < o->block.at[b].event + o->block.at[b].nevents && !found; i++)
			found = o->event.at[i].kind == OUTLINE_ACQUIRE && name_is_like(&e->out->names, o->event.at[i].name, name);
	return found;
}

static double normal(double z)
{
	return erfc(-z / sqrt(2)) / 2;
}

/* How likely a share of at most `share` among n is, if `expected` is the rule. */
static double at_most(double share, double expected, double n)
{
	double deviation = sqrt(expected * (1 - expected) / n);

	return n > 0 ? normal((share - expected) / deviation) : 1;
}

double semaphore_likelihood(struct usage s, struct usage locks)
{
	double acquired = locks.acquired + usual.acquired, released = locks.released + usual.released,
	       errors = locks.errors + usual.errors;
	double t1 = fmin(released / acquired, 0.98), t2 = fmax(errors / (released + errors), 0.02);
	double share1 = s.acquired ? fmin((double)s.released / s.acquired, 1) : 0;
	double releases = (double)s.released + s.errors, share2 = releases > 0 ? s.errors / releases : 0;
	double p1 = s.acquired ? at_most(share1, t1, s.acquired) : 1;
	double p2 = releases > 0 ? 1 - at_most(share2, t2, releases) : 1;

	return p1 * p2;
}

bool semaphore_is_lock(struct engine *e, uint32_t name)
{
	uint32_t ground = name_ground(&e->out->names, name), class = name_class(&e->out->names, name);

	return (kinds_is_one(e, ground) || (class && kinds_is_one(e, class))) && lockset_is_given_back(e->out, ground);
}

void semaphores_classify(struct engine *e)
{
	struct usage locks =
		e->usage_of.n && map_get(&e->usage_of, 0) ? e->usage.at[map_get(&e->usage_of, 0) - 1] : (struct usage){ 0 };

	for (uint32_t name = 1; name < e->out->names.terms.row.n; name++) {
		uint32_t at = map_get(&e->usage_of, name);
		if (RECOGNISED(lockset_signal, at && semaphore_likelihood(e->usage.at[at - 1], locks) <
							 e->out->options.semaphore_percent / 100.0))
			map_put(&e->scratch, &e->signals, name, 1);
	}
}
