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
	return now->n ? intern_bytes(&e->out->sets, now->held, now->n * sizeof *now->held) : 0;
}

static bool says_nothing(const struct fact *f)
{
	return f->low == INT64_MIN && f->high == INT64_MAX && !f->holes;
}

/* Only what somebody still asks for. */
uint32_t now_facts(struct engine *e, const struct now *now, uint64_t live)
{
	struct fact kept[OUTLINE_SUBJECTS];
	uint32_t n = 0;

	memset(kept, 0, sizeof kept);
	for (uint32_t i = 0; i < now->nfacts; i++)
		if ((live >> now->fact[i].subject & 1) && !says_nothing(&now->fact[i]))
			kept[n++] = now->fact[i];
	return n ? intern_bytes(&e->facts, kept, n * sizeof *kept) : 0;
}

struct held *now_find(struct now *now, uint32_t name)
{
	for (uint32_t i = 0; i < now->n; i++)
		if (now->held[i].name == name)
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
		if (name_is_like(names, now->held[i].name, name))
			return &now->held[i];
	ground = name_ground(names, name);
	for (uint32_t i = now->n; i-- > 0;)
		if (name_may_alias(names, name_ground(names, now->held[i].name), ground))
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
	while (at && now->held[at - 1].name > h.name) {
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
	for (uint32_t i = 0; i < now->nfacts; i++)
		if (now->fact[i].subject == subject)
			return &now->fact[i];
	return NULL;
}

void now_forget(struct now *now, uint32_t subject)
{
	struct fact *f = now_fact(now, subject);

	if (!f)
		return;
	memmove(f, f + 1, (size_t)(now->nfacts - (uint32_t)(f - now->fact) - 1) * sizeof *f);
	now->nfacts--;
}

void now_set(struct now *now, struct fact f)
{
	uint32_t at;

	now_forget(now, f.subject);
	if (limit_full(LIMIT_lockset_subjects, now->nfacts))
		return;
	for (at = now->nfacts++; at && now->fact[at - 1].subject > f.subject; at--)
		now->fact[at] = now->fact[at - 1];
	now->fact[at] = f;
}

static bool is_not(const struct fact *f, int64_t k)
{
	return k < f->low || k > f->high || (f->holes && f->hole == k);
}

int fact_truth_of(const struct fact *f, uint8_t test, int64_t k)
{
	switch (test) {
	case COMPARE_eq: return is_not(f, k) ? 0 : f->low == k && f->high == k ? 1 : -1;
	case COMPARE_ne: return is_not(f, k) ? 1 : f->low == k && f->high == k ? 0 : -1;
	case COMPARE_slt: return f->high < k ? 1 : f->low >= k ? 0 : -1;
	case COMPARE_sle: return f->high <= k ? 1 : f->low > k ? 0 : -1;
	case COMPARE_sgt: return f->low > k ? 1 : f->high <= k ? 0 : -1;
	case COMPARE_sge: return f->low >= k ? 1 : f->high < k ? 0 : -1;
	default: break;
	}
	if (f->low == f->high) /* unsigned comparisons only of what is known */
		switch (test) {
		case COMPARE_ult: return (uint64_t)f->low < (uint64_t)k;
		case COMPARE_ule: return (uint64_t)f->low <= (uint64_t)k;
		case COMPARE_ugt: return (uint64_t)f->low > (uint64_t)k;
		case COMPARE_uge: return (uint64_t)f->low >= (uint64_t)k;
		default: break;
		}
	return -1;
}

int fact_truth(int64_t v, uint8_t test, int64_t k)
{
	return fact_truth_of(&(struct fact){ .low = v, .high = v }, test, k);
}

int now_truth(const struct now *now, uint32_t subject, uint8_t test, int64_t k)
{
	for (uint32_t i = 0; i < now->nfacts; i++)
		if (now->fact[i].subject == subject)
			return fact_truth_of(&now->fact[i], test, k);
	return -1;
}

int now_calls(const struct now *now, const struct outline_event *call, struct fn_id fn)
{
	return call->through ? now_truth(now, call->through - 1, COMPARE_eq, outline_function_body(fn)) : -1;
}

uint32_t now_choices(const struct now *now, const struct outline_event *call, struct fn_id fn)
{
	return call->row || call->possible < 2 || now_calls(now, call, fn) > 0 ? 1 : call->possible;
}

bool now_assume(struct now *now, uint32_t subject, uint8_t test, int64_t k)
{
	struct fact f = { subject, 0, INT64_MIN, INT64_MAX, 0 };
	const struct fact *known = now_fact(now, subject);

	if (known)
		f = *known;
	if (fact_truth_of(&f, test, k) == 0)
		return false;
	switch (test) {
	case COMPARE_eq: f = (struct fact){ subject, 0, k, k, 0 }; break;
	case COMPARE_slt: f.high = k - 1 < f.high && k > INT64_MIN ? k - 1 : f.high; break;
	case COMPARE_sle: f.high = k < f.high ? k : f.high; break;
	case COMPARE_sgt: f.low = k < INT64_MAX && k + 1 > f.low ? k + 1 : f.low; break;
	case COMPARE_sge: f.low = k > f.low ? k : f.low; break;
	case COMPARE_ne:
		if (k == f.low && f.low < f.high)
			f.low++;
		else if (k == f.high && f.low < f.high)
			f.high--;
		else if (!f.holes)
			f.holes = 1, f.hole = k;
		break;
	default: break;
	}
	if (f.holes && (f.hole < f.low || f.hole > f.high))
		f.holes = 0, f.hole = 0;
	now_set(now, f);
	return f.low <= f.high;
}
