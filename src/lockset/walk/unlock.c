/* Unlock sets, first pass (racerx, 6.5): at each point of a function, which releases can still be reached in it, and in what it
 * calls from there. Backward; an acquisition takes the release that reverses it away.
 *
 *     void foo(int x) {                { l }  here and at every line before the unlock; the paper's listing has the set before
 *                                             line 1
 *             if (x) lock(l);          as {}: there the lock has just reversed it
 *             if (x) unlock(l);        { l }
 *     }                                { }
 *
 * The second pass, what callers release later, is a flag of each lock that goes down a call (HELD_ABOVE, call.c). */
#include "lockset/outline/outline.h"

#include "base/store/scc.h"

/* Which of the function's releases give this lock back: of the same name, or of the same class. */
uint64_t unlocks_bit(const struct outlines *o, const struct outline *f, uint32_t name)
{
	uint64_t bits = 0;

	for (uint32_t i = 0; i < f->nreleases; i++)
		if (name_is_like(o->names, o->release.at[f->release + i], name))
			bits |= 1ull << i;
	return bits;
}

static void add_release(struct outlines *o, struct outline *f, uint32_t name)
{
	for (uint32_t i = 0; i < f->nreleases; i++)
		if (o->release.at[f->release + i] == name)
			return;
	if (limit_full(LIMIT_lockset_releases, f->nreleases)) {
		f->releases_more = true;
		return;
	}
	*vec_add(o->arena, &o->release) = name;
	f->nreleases++;
}

/* The names, in words of the caller, that a callee may release before it takes them. */
static uint32_t names_below(struct outlines *o, const struct outline_event *e, struct fn_id target,
			    uint32_t out[OUTLINE_RELEASES])
{
	const struct outline *f = &o->of[target.i];
	uint64_t open = f->made && o->unlock_at[target.i] ? o->unlocks.at[o->unlock_at[target.i]] : 0;
	struct name_arg arg[OUTLINE_WORDS];
	struct name_call words = outline_words(o, e, target, arg);
	uint32_t n = 0;

	for (uint32_t i = 0; i < f->nreleases; i++)
		if (open >> i & 1) {
			out[n] = name_leave(o->names, o->release.at[f->release + i], &words);
			n += out[n] != 0;
		}
	return n;
}

static void collect(struct outlines *o, struct outline *f)
{
	uint32_t below[OUTLINE_RELEASES];

	f->release = o->release.n;
	for (uint32_t pass = 0; pass < 2; pass++)
		for (uint32_t b = 0; b < f->nblocks; b++) {
			const struct outline_block *k = &o->block.at[f->block + b];
			for (uint32_t i = k->event; i < k->event + k->nevents; i++) {
				struct outline_event e = o->event.at[i];
				if (!pass && e.kind == OUTLINE_RELEASE)
					add_release(o, f, e.name);
				for (uint32_t t = 0; pass && e.kind == OUTLINE_CALL && t < e.ntargets; t++) {
					uint32_t n = names_below(o, &e, o->target.at[e.target + t], below);
					f->releases_more |= o->of[o->target.at[e.target + t].i].releases_more;
					for (uint32_t j = 0; j < n; j++)
						add_release(o, f, below[j]);
				}
			}
		}
}

static uint64_t step_back(struct outlines *o, const struct outline *f, const struct outline_event *e, uint64_t set)
{
	uint32_t below[OUTLINE_RELEASES], n;

	if (e->kind == OUTLINE_RELEASE)
		return set | unlocks_bit(o, f, e->name);
	for (uint32_t i = 0; e->kind == OUTLINE_ACQUIRE && !e->test && i < f->nreleases; i++)
		if (o->release.at[f->release + i] == e->name)
			set &= ~(1ull << i); /* of this very name: others of its class are not reversed by it */
	for (uint32_t t = 0; e->kind == OUTLINE_CALL && t < e->ntargets; t++) {
		n = names_below(o, e, o->target.at[e->target + t], below);
		for (uint32_t j = 0; j < n; j++)
			set |= unlocks_bit(o, f, below[j]);
	}
	return set;
}

static void pass_block(struct outlines *o, const struct outline *f, uint32_t block)
{
	const struct outline_block *k = &o->block.at[f->block + block];
	uint64_t *at = o->unlocks.at + o->unlock_at[f->fn.i] + k->point, set = 0;

	for (uint32_t i = 0; i < k->nnext; i++)
		set |= o->unlocks.at[o->unlock_at[f->fn.i] + o->block.at[f->block + o->next.at[k->next + i]].point];
	at[k->nevents] = set;
	for (uint32_t i = k->nevents; i-- > 0;)
		at[i] = step_back(o, f, &o->event.at[k->event + i], at[i + 1]);
}

static void find_of(struct outlines *o, struct outline *f)
{
	bool again = true;

	collect(o, f);
	o->unlock_at[f->fn.i] = o->unlocks.n;
	for (uint32_t i = 0; i < f->npoints; i++)
		*vec_add(o->arena, &o->unlocks) = 0;
	for (uint32_t round = 0; again && f->nreleases && !limit_full(LIMIT_lockset_sweeps, round); round++) {
		again = false;
		for (uint32_t b = f->nblocks; b-- > 0;) {
			uint64_t before = o->unlocks.at[o->unlock_at[f->fn.i] + o->block.at[f->block + b].point];
			pass_block(o, f, b);
			again |= before != o->unlocks.at[o->unlock_at[f->fn.i] + o->block.at[f->block + b].point];
		}
	}
}

void unlocks_find(struct outlines *o)
{
	o->unlock_at = arena_array(o->arena, o->points->p->fn.n, sizeof *o->unlock_at);
	*vec_add(o->arena, &o->unlocks) = 0;
	for (uint32_t k = 0; k < o->order->n; k++)
		for (uint32_t i = o->order->first[k]; i < o->order->first[k + 1]; i++)
			if (o->of[o->order->node[i]].made)
				find_of(o, &o->of[o->order->node[i]]);
}
