#include "locks/function/state.h"

#include <string.h>

#include "base/diag.h"

void knowledge_init(struct knowledge *k, struct arena *a, const struct program *p, const struct body *b)
{
	*k = (struct knowledge){ .arena = a };
	exprs_init(&k->exprs, a, p, b);
	intern_init(&k->status, a);
	intern_init(&k->fact, a);
	intern_init(&k->state, a);
}

static uint32_t find(const struct locks_state *s, uint32_t key)
{
	uint32_t low = 0, high = s->slot.n;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		if (s->slot.at[middle].key < key)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

uint32_t state_first(const struct locks_state *s, enum slot_kind kind)
{
	return find(s, (uint32_t)kind << 30);
}

static uint32_t pack(enum slot_kind kind, uint32_t key)
{
	CHECK(key < 1u << 30, "slot key %u", key);
	return (uint32_t)kind << 30 | key;
}

uint32_t state_get(const struct locks_state *s, enum slot_kind kind, uint32_t key)
{
	uint32_t i = find(s, pack(kind, key));

	return i < s->slot.n && s->slot.at[i].key == pack(kind, key) ? s->slot.at[i].value : 0;
}

void state_set(struct arena *a, struct locks_state *s, enum slot_kind kind, uint32_t key, uint32_t value)
{
	uint32_t packed = pack(kind, key), i = find(s, packed);
	bool there = i < s->slot.n && s->slot.at[i].key == packed;

	if (there && value) {
		s->slot.at[i].value = value;
	} else if (there) {
		memmove(s->slot.at + i, s->slot.at + i + 1, (s->slot.n - i - 1) * sizeof *s->slot.at);
		s->slot.n--;
	} else if (value) {
		vec_add(a, &s->slot);
		memmove(s->slot.at + i + 1, s->slot.at + i, (s->slot.n - i - 1) * sizeof *s->slot.at);
		s->slot.at[i] = (struct slot){ packed, value };
	}
}

void state_copy(struct arena *a, struct locks_state *to, const struct slot *slot, uint32_t n)
{
	to->slot.n = 0;
	vec_reserve(a, &to->slot, n + 1);
	if (n)
		memcpy(to->slot.at, slot, n * sizeof *slot);
	to->slot.n = n;
}

struct status status_get(const struct knowledge *k, uint32_t id)
{
	struct status s = { 0 };

	if (id)
		memcpy(&s, intern_get(&k->status, id), sizeof s);
	return s;
}

struct status state_lock(const struct knowledge *k, const struct locks_state *s, uint32_t term)
{
	return status_get(k, state_get(s, SLOT_LOCK, term & ~EXPR_DOUBT));
}

uint32_t state_held(const struct knowledge *k, const struct slot *slot, uint32_t n, struct held *out)
{
	uint32_t held = 0;

	for (uint32_t i = 0; i < n; i++) {
		struct status s = slot_kind(&slot[i]) == SLOT_LOCK ? status_get(k, slot[i].value) : (struct status){ 0 };
		if (s.kind == LOCK_HELD)
			out[held++] = (struct held){ .term = slot_key(&slot[i]), .count = s.count,
						     .flags = s.shared ? HELD_SHARED : 0 };
	}
	return held_sort(out, held);
}

void state_set_lock(struct knowledge *k, struct locks_state *s, uint32_t term, struct status status)
{
	uint32_t id = status.kind ? intern_bytes(&k->status, &status, sizeof status) : 0;

	state_set(k->arena, s, SLOT_LOCK, term & ~EXPR_DOUBT, id);
}

static bool speaks_of(const struct knowledge *k, const struct slot *slot, uint32_t value)
{
	enum slot_kind kind = slot_kind(slot);

	if (kind != SLOT_VALUE && expr_has_leaf(&k->exprs, slot_key(slot), value))
		return true;
	return (kind == SLOT_VALUE || kind == SLOT_CELL) && expr_has_leaf(&k->exprs, slot->value, value);
}

/* Another value that held the leaf falls back to its own leaf, which may have been in use as well: hence the list. */
void state_forget(struct knowledge *k, struct locks_state *s, uint32_t value)
{
	k->list.n = 0;
	*vec_add(k->arena, &k->list) = value;
	for (uint32_t done = 0; done < k->list.n; done++) {
		uint32_t keep = 0;
		for (uint32_t i = 0; i < s->slot.n; i++) {
			struct slot slot = s->slot.at[i];
			if (!speaks_of(k, &slot, k->list.at[done]))
				s->slot.at[keep++] = slot;
			else if (slot_kind(&slot) == SLOT_VALUE && slot_key(&slot) != value)
				*vec_add(k->arena, &k->list) = slot_key(&slot);
		}
		s->slot.n = keep;
	}
}
