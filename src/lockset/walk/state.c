/* States as they change: lock sets by name, facts by subject. */
#include "lockset/walk/engine.h"

#include <string.h>

#include "base/stat.h"

void now_load(const struct engine *e, struct now *now, uint32_t lockset, uint32_t facts)
{
	const struct held *held = lockset_get(e->out, lockset, &now->n);

	if (now->n)
		memcpy(now->held, held, now->n * sizeof *held);
	now->nfacts = facts ? intern_length(&e->facts, facts) / (uint32_t)sizeof(struct fact) : 0;
	if (now->nfacts)
		memcpy(now->fact, intern_get(&e->facts, facts), now->nfacts * sizeof(struct fact));
}

uint32_t now_lockset(struct engine *e, const struct now *now)
{
	return held_keep(&e->out->sets, now->held, now->n);
}

/* Only what somebody still asks for. */
uint32_t now_facts(struct engine *e, const struct now *now, uint64_t live)
{
	struct fact kept[OUTLINE_SUBJECTS];
	uint32_t n = 0;

	memset(kept, 0, sizeof kept);
	for (uint32_t i = 0; i < now->nfacts; i++)
		if ((live >> now->fact[i].of & 1) && !fact_says_nothing(&now->fact[i]))
			kept[n++] = now->fact[i];
	return n ? intern_bytes(&e->facts, kept, n * sizeof *kept) : 0;
}

struct held *now_find(struct now *now, uint32_t name)
{
	for (uint32_t i = 0; i < now->n; i++)
		if (now->held[i].term == name)
			return &now->held[i];
	return NULL;
}

/* The lock of this name, or else the latest that may be it: of the same class, or the same object by what points knows. */
struct held *now_find_like(struct engine *e, struct now *now, uint32_t name)
{
	struct names *names = &e->out->names;
	struct held *h = now_find(now, name);
	uint32_t ground;

	if (h || !name)
		return h;
	for (uint32_t i = now->n; i-- > 0;)
		if (name_is_like(names, now->held[i].term, name))
			return &now->held[i];
	ground = name_ground(names, name);
	for (uint32_t i = now->n; i-- > 0;)
		if (name_may_alias(names, name_ground(names, now->held[i].term), ground))
			return &now->held[i];
	return NULL;
}

bool now_add(struct now *now, struct held h)
{
	uint32_t at = now->n;

	if (limit_full(LIMIT_lockset_held, now->n)) {
		gap(held);
		return false;
	}
	while (at && now->held[at - 1].term > h.term) {
		now->held[at] = now->held[at - 1];
		at--;
	}
	now->held[at] = h;
	now->n++;
	return true;
}

void now_remove(struct now *now, struct held *h)
{
	uint32_t at = (uint32_t)(h - now->held);

	memmove(h, h + 1, (now->n - at - 1) * sizeof *h);
	now->n--;
}

/* ---- facts ---- */

struct fact *now_fact(struct now *now, uint32_t subject)
{
	uint32_t at = fact_list_find(now->fact, now->nfacts, subject);

	return at < now->nfacts ? &now->fact[at] : NULL;
}

void now_forget(struct now *now, uint32_t subject)
{
	fact_list_forget(now->fact, &now->nfacts, subject);
}

void now_set(struct now *now, struct fact f)
{
	uint32_t at;

	now_forget(now, f.of);
	if (limit_full(LIMIT_lockset_subjects, now->nfacts))
		return;
	for (at = now->nfacts++; at && now->fact[at - 1].of > f.of; at--)
		now->fact[at] = now->fact[at - 1];
	now->fact[at] = f;
}

int now_truth(const struct now *now, uint32_t subject, uint8_t test, int64_t k)
{
	uint32_t at = fact_list_find(now->fact, now->nfacts, subject);

	return at < now->nfacts ? fact_truth(&now->fact[at], test, k) : -1;
}

int now_calls(const struct engine *e, const struct now *now, const struct outline_event *call, struct fn_id fn)
{
	uint32_t at = call->through ? fact_list_find(now->fact, now->nfacts, call->through - 1) : now->nfacts;

	return outline_calls(&e->o, call, at < now->nfacts ? &now->fact[at] : NULL, fn);
}

uint32_t now_choices(const struct engine *e, const struct now *now, const struct outline_event *call, struct fn_id fn)
{
	return call->row || call->possible < 2 || now_calls(e, now, call, fn) > 0 ? 1 : call->possible;
}

bool now_assume(struct now *now, uint32_t subject, uint8_t test, int64_t k)
{
	const struct fact *known = now_fact(now, subject);
	struct fact f = known ? *known : fact_any(subject);

	if (!fact_assume(&f, test, k))
		return false;
	now_set(now, f);
	return true;
}
