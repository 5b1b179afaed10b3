#include "verify/hash.h"

#include <stdlib.h>
#include <string.h>

#include "verify/outside/any.h"
#include "verify/solo/solo.h"

/* ---- bytes ---- */

static void put(struct verify_bytes *b, const void *from, size_t n)
{
	vec_reserve(b->arena, &b->out, (uint32_t)n);
	if (n)
		memcpy(b->out.at + b->out.n, from, n);
	b->out.n += (uint32_t)n;
}

static void put_number(struct verify_bytes *b, uint64_t v)
{
	put(b, &v, sizeof v);
}

/* The object that a word points to, if it looks like a pointer; 0: it does not. */
static uint32_t target_of(const struct verify_state *s, uint64_t v)
{
	uint64_t id = v >> 32, low = v & UINT32_MAX;

	if (!id || id >= s->m.object.n || low < ADDRESS_BIAS / 2 || low > ADDRESS_BIAS + 0x60000000ull)
		return 0;
	return (uint32_t)id;
}

static uint32_t name_of(struct verify_bytes *b, const struct verify_state *s, uint32_t object)
{
	if (object < s->m.image->p->sym.n)
		return object;
	if (!b->name.at[object]) {
		b->name.at[object] = ++b->names;
		*vec_add(b->arena, &b->queue) = object;
	}
	return s->m.image->p->sym.n + b->name.at[object];
}

static void put_word(struct verify_bytes *b, const struct verify_state *s, uint64_t v)
{
	uint32_t object = target_of(s, v);

	if (object >= s->m.image->p->sym.n)
		v = (uint64_t)name_of(b, s, object) << 32 | (v & UINT32_MAX) | 1ull << 63;
	put_number(b, v);
}

static void put_memory(struct verify_bytes *b, const struct verify_state *s, const uint8_t *from, uint64_t n)
{
	uint64_t v;

	for (; n >= 8; n -= 8, from += 8) {
		memcpy(&v, from, 8);
		put_word(b, s, v);
	}
	if (n) {
		v = 0;
		memcpy(&v, from, n);
		put_number(b, v);
	}
}

/* Which bytes may be anything: those that are, by number. */
static void put_any(struct verify_bytes *b, const uint8_t *of, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (of[i])
			put_number(b, (uint64_t)i << 8 | 0xa);
}

/* What a value that may be anything is made of. */
static void put_term(struct verify_bytes *b, uint32_t term)
{
	b->todo.n = 0;
	*vec_add(b->arena, &b->todo) = term;
	while (b->todo.n) {
		uint32_t id = b->todo.at[--b->todo.n];
		const struct verify_term *t = &b->terms->term.at[id];
		while (b->term.n <= id)
			*vec_add(b->arena, &b->term) = 0;
		if (!id || b->term.at[id]) {
			put_number(b, (uint64_t)b->term.at[id] << 8 | 0xc);
			continue;
		}
		*vec_add(b->arena, &b->met) = id;
		b->term.at[id] = b->met.n;
		put_number(b, (uint64_t)t->bits << 32 | (uint64_t)t->kind << 24 | (uint64_t)t->sub << 16 | (uint64_t)t->loose << 15 | 0xd);
		if (t->kind == TERM_SYMBOL)
			formula_mark(b->terms, id);
		if (t->kind == TERM_NUMBER)
			put_number(b, t->v.lo);
		if (t->kind == TERM_EXTRACT)
			put_number(b, t->of[1]);
		else if (t->kind == TERM_BINARY || t->kind == TERM_COMPARE || t->kind == TERM_FITS)
			*vec_add(b->arena, &b->todo) = t->of[1];
		if (t->kind != TERM_SYMBOL && t->kind != TERM_NUMBER)
			*vec_add(b->arena, &b->todo) = t->of[0];
	}
}

/* Tables that have no rows may have no memory, either. */
static void sort(void *at, size_t n, size_t size, int (*order)(const void *, const void *))
{
	if (n)
		qsort(at, n, size, order);
}

static int by_number(const void *x, const void *y)
{
	const uint64_t *a = x, *b = y;

	return *a < *b ? -1 : *a > *b;
}

/* The names in one piece of memory. */
static void put_names(struct verify_bytes *b, const struct verify_state *s, uint64_t base, uint64_t size)
{
	b->pair.n = 0;
	for (uint32_t i = 0; i < s->named.n; i++)
		if (!s->named.at[i].space && s->named.at[i].at >= base && s->named.at[i].at < base + size) {
			*vec_add(b->arena, &b->pair) = (s->named.at[i].at - base) << 5 | s->named.at[i].bytes;
			*vec_add(b->arena, &b->pair) = s->named.at[i].term;
		}
	sort(b->pair.at, b->pair.n / 2, 2 * sizeof *b->pair.at, by_number);
	for (uint32_t i = 0; i < b->pair.n; i += 2) {
		put_number(b, b->pair.at[i]);
		put_term(b, (uint32_t)b->pair.at[i + 1]);
	}
}

static void put_conditions(struct verify_bytes *b, struct verify_state *s)
{
	formula_keep(b->terms, s);
	put_number(b, s->condition.n);
	for (uint32_t i = 0; i < s->condition.n; i++)
		put_term(b, s->condition.at[i]);
	for (uint32_t i = 0; i < b->met.n; i++)
		b->term.at[b->met.at[i]] = 0;
	b->met.n = 0;
}

static void put_any_object(struct verify_bytes *b, const struct verify_state *s, uint32_t object)
{
	for (uint32_t i = 0; i < s->any.n; i++)
		if (s->any.at[i].object == object)
			for (uint64_t k = 0; k < (s->m.object.at[object].size + 7) / 8; k++)
				if (s->any.at[i].bit[k])
					put_number(b, k << 16 | (uint64_t)s->any.at[i].bit[k] << 8 | 0xb);
	if (b->terms && s->any.n)
		put_names(b, s, s->m.object.at[object].base, s->m.object.at[object].size);
}

/* ---- threads ---- */

static void put_frame(struct verify_bytes *b, struct verify_live *live, const struct verify_state *s,
		      const struct machine_thread *t, uint32_t depth)
{
	const struct machine_frame *f = &t->frame.at[depth];
	const struct machine_code *c;
	const uint64_t *set;
	bool top = depth + 1 == t->frame.n;
	const struct verify_thread *of = &s->thread.at[t - s->m.thread.at];

	put_number(b, (uint64_t)f->fn.i << 32 | f->inst);
	put_number(b, (uint64_t)f->kind << 40 | (uint64_t)f->phase << 32 | f->block);
	put_word(b, s, f->varargs);
	if (f->kind != FRAME_CODE) {
		put_word(b, s, f->kind == FRAME_ONCE ? s->m.sync.at[f->sync].at : f->sync);
		return;
	}
	put_number(b, f->phase ? f->sync : 0);
	c = machine_code(s->m.image, f->fn);
	set = live_at(live, f->fn, f->inst, !top);
	for (uint32_t i = 1; i <= c->body.param.n + c->body.inst.n; i++)
		if (set[i / 64] >> i % 64 & 1) {
			put_number(b, i);
			put_memory(b, s, t->values.at + f->values + c->slot[i].at, c->slot[i].bytes);
			if (of->any.n >= f->values + c->slot[i].at + c->slot[i].bytes)
				put_any(b, of->any.at + f->values + c->slot[i].at, c->slot[i].bytes);
			if (b->terms)
				put_term(b, formula_at(s, (uint32_t)(t - s->m.thread.at) + 1, f->values + c->slot[i].at, c->slot[i].bytes));
		}
}

/* Where a jump may lead, with what is read there. */
static void put_jump(struct verify_bytes *b, struct verify_live *live, const struct verify_state *s, const struct machine_jump *j,
		     const struct verify_jump *any)
{
	const struct machine_code *c = machine_code(s->m.image, (struct fn_id){ j->fn });
	const uint64_t *set = live_at(live, (struct fn_id){ j->fn }, j->inst, true);

	put_word(b, s, j->env);
	put_number(b, (uint64_t)j->frame << 32 | j->inst);
	put_number(b, (uint64_t)j->masks);
	put_number(b, j->masks ? j->mask : 0);
	for (uint32_t i = 1; i <= c->body.param.n + c->body.inst.n; i++)
		if (set[i / 64] >> i % 64 & 1) {
			put_number(b, i);
			put_memory(b, s, j->values.at + c->slot[i].at, c->slot[i].bytes);
			if (any && c->slot[i].at + c->slot[i].bytes <= any->any.n)
				put_any(b, any->any.at + c->slot[i].at, c->slot[i].bytes);
		}
}

static bool at_barrier(const struct machine_thread *t)
{
	return t->frame.n && t->frame.at[t->frame.n - 1].kind == FRAME_CODE && t->frame.at[t->frame.n - 1].phase;
}

/* Sets of locks have numbers that go by the addresses: two that differ only in that are told apart, which is of no harm. */
static void put_held(struct verify_bytes *b, const struct verify_state *s, uint32_t held)
{
	struct verify_held x;
	uint32_t n = held ? intern_length(&s->solo->held, held) / sizeof x : 0;

	put_number(b, n);
	for (uint32_t i = 0; i < n; i++) {
		memcpy(&x, intern_get(&s->solo->held, held) + i * sizeof x, sizeof x);
		put_word(b, s, x.at);
		put_number(b, (uint64_t)x.count << 32 | x.shared);
	}
}

static void put_thread(struct verify_bytes *b, struct verify_live *live, const struct verify_state *s, uint32_t id)
{
	const struct machine_thread *t = &s->m.thread.at[id];

	put_number(b, (uint64_t)t->ended | (uint64_t)t->joined << 1 | (uint64_t)t->detached << 2 | (uint64_t)t->signalled << 3 |
			  (uint64_t)t->cleanup.n << 16 | (uint64_t)t->leaving << 4 | (uint64_t)t->cancelled << 5 | (uint64_t)t->deaf << 6 |
			  (uint64_t)s->thread.at[id].marked << 63);
	if (s->solo) {
		put_number(b, s->thread.at[id].stays);
		put_held(b, s, s->thread.at[id].held);
	}
	if (s->thread.at[id].stays)
		return;
	for (uint32_t i = 0; i < t->cleanup.n; i++)
		put_word(b, s, t->cleanup.at[i]);
	put_number(b, t->frame.n);
	for (uint32_t i = 0; i < t->frame.n; i++)
		put_frame(b, live, s, t, i);
	put_number(b, t->jump.n);
	for (uint32_t i = 0; i < t->jump.n; i++)
		put_jump(b, live, s, &t->jump.at[i], any_jump(s, id, t->jump.at[i].env));
	put_number(b, t->mask);
	if ((t->ended || t->leaving) && !t->joined && !t->detached)
		put_word(b, s, t->result);
	for (uint32_t i = 0; i < t->specific.n && !t->ended; i++)
		put_word(b, s, t->specific.at[i]);
	/* Of a round of a barrier it counts only whether it is over. */
	put_number(b, 0);
	for (uint32_t i = 0; at_barrier(t) && i < s->m.sync.n; i++)
		if (s->m.sync.at[i].generation || s->m.sync.at[i].arrived)
			put_number(b, s->m.sync.at[i].generation == t->generation);
}

/* ---- what threads synchronise at ---- */

static bool is_plain(const struct machine_sync *s)
{
	return !s->made && !s->owner && !s->reader.n && !s->waiter.n && !s->value && !s->done && !s->running && !s->arrived &&
	       !s->kind && !s->robust;
}

/* Sorted by where they are; those that nobody can reach are left out. */
static uint64_t sync_key(struct verify_bytes *b, const struct verify_state *s, uint64_t at)
{
	uint32_t object = target_of(s, at);

	if (object < s->m.image->p->sym.n)
		return at;
	return b->name.at[object] ? (uint64_t)name_of(b, s, object) << 32 | (at & UINT32_MAX) : 0;
}

static void put_sync(struct verify_bytes *b, const struct machine_sync *x, bool condition)
{
	put_number(b, x->part);
	put_number(b, (uint64_t)x->kind | (uint64_t)x->robust << 4 | (uint64_t)x->done << 5 | (uint64_t)x->running << 6);
	put_number(b, (uint64_t)x->owner << 32 | x->count);
	put_number(b, condition ? 0 : (uint64_t)x->value);
	put_number(b, x->arrived);
	put_number(b, x->reader.n);
	for (uint32_t i = 0; i < x->reader.n; i++)
		put_number(b, x->reader.at[i]);
	put_number(b, x->waiter.n);
	for (uint32_t i = 0; i < x->waiter.n; i++)
		put_number(b, x->waiter.at[i]);
}

static bool is_condition(const struct verify_state *s, uint64_t at)
{
	for (uint32_t i = 0; i < s->sync.n; i++)
		if (s->sync.at[i].at == at)
			return s->sync.at[i].condition;
	return false;
}

static void put_syncs(struct verify_bytes *b, const struct verify_state *s)
{
	b->rank.n = 0;
	for (uint32_t i = 0; i < s->m.sync.n; i++)
		if (!is_plain(&s->m.sync.at[i]) && sync_key(b, s, s->m.sync.at[i].at)) {
			*vec_add(b->arena, &b->rank) = sync_key(b, s, s->m.sync.at[i].at);
			*vec_add(b->arena, &b->rank) = i;
		}
	sort(b->rank.at, b->rank.n / 2, 2 * sizeof *b->rank.at, by_number);
	put_number(b, b->rank.n);
	for (uint32_t i = 0; i < b->rank.n; i += 2) {
		const struct machine_sync *x = &s->m.sync.at[b->rank.at[i + 1]];
		put_number(b, b->rank.at[i]);
		put_sync(b, x, is_condition(s, x->at));
	}
}

/* ---- what happens before what ---- */

static int by_place(const void *x, const void *y)
{
	const struct verify_event *a = x, *b = y;

	if (a->word != b->word)
		return a->word < b->word ? -1 : 1;
	if (a->thread != b->thread)
		return a->thread < b->thread ? -1 : 1;
	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	if (a->held != b->held)
		return a->held < b->held ? -1 : 1;
	return a->mask < b->mask ? -1 : a->mask > b->mask;
}

/* The clocks of the remembered events, by thread and then by clock: rank.at[] = thread << 32 | clock, each once. */
static void make_ranks(struct verify_bytes *b)
{
	uint32_t n = 0;

	b->rank.n = 0;
	for (uint32_t i = 0; i < b->event.n; i++)
		*vec_add(b->arena, &b->rank) = (uint64_t)b->event.at[i].thread << 32 | b->event.at[i].clock;
	sort(b->rank.at, b->rank.n, sizeof *b->rank.at, by_number);
	for (uint32_t i = 0; i < b->rank.n; i++)
		if (!n || b->rank.at[i] != b->rank.at[n - 1])
			b->rank.at[n++] = b->rank.at[i];
	b->rank.n = n;
}

/* How many of the clocks of this thread are not larger. */
static uint32_t rank_of(const struct verify_bytes *b, uint32_t thread, uint32_t clock)
{
	uint64_t key = (uint64_t)thread << 32 | clock;
	uint32_t low = 0, high = b->rank.n, first;

	while (low < high) { /* the first one behind the key */
		uint32_t mid = low + (high - low) / 2;
		if (b->rank.at[mid] <= key)
			low = mid + 1;
		else
			high = mid;
	}
	first = low;
	while (first && b->rank.at[first - 1] >> 32 == thread)
		first--;
	return low - first;
}

static const struct verify_location *location_by_id(const struct verify_state *s, uint32_t id)
{
	for (uint32_t i = 0; i < s->location.n; i++)
		if (s->location.at[i].id == id)
			return &s->location.at[i];
	return NULL;
}

static void put_view(struct verify_bytes *b, const struct verify_state *s, const struct verify_view *v)
{
	for (uint32_t i = 0; i < s->m.thread.n; i++)
		put_number(b, rank_of(b, i, i < v->clock.n ? v->clock.at[i] : 0));
	b->pair.n = 0;
	for (uint32_t i = 0; i < v->pos.n; i++) {
		const struct verify_location *l = location_by_id(s, v->pos.at[i].location);
		uint32_t index = l ? before_index(l, v->pos.at[i].store) : UINT32_MAX;
		uint64_t key = l ? sync_key(b, s, l->at) : 0;
		if (!index || index == UINT32_MAX || !key)
			continue;
		*vec_add(b->arena, &b->pair) = key;
		*vec_add(b->arena, &b->pair) = index;
	}
	sort(b->pair.at, b->pair.n / 2, 2 * sizeof *b->pair.at, by_number);
	put_number(b, b->pair.n);
	put(b, b->pair.at, b->pair.n * sizeof *b->pair.at);
}

/* Locations by where they are, in b->row: key and index, of those that have been told or have not. */
static void sort_locations(struct verify_bytes *b, const struct verify_state *s, bool told)
{
	b->row.n = 0;
	for (uint32_t i = 0; i < s->location.n; i++)
		if (b->told.at[i] == told && sync_key(b, s, s->location.at[i].at)) {
			*vec_add(b->arena, &b->row) = sync_key(b, s, s->location.at[i].at);
			*vec_add(b->arena, &b->row) = i;
		}
	sort(b->row.at, b->row.n / 2, 2 * sizeof *b->row.at, by_number);
}

/* The values that may be read there; they may lead to further objects. */
static bool put_stores(struct verify_bytes *b, const struct verify_state *s)
{
	sort_locations(b, s, false);
	for (uint32_t i = 0; i < b->row.n; i += 2) {
		const struct verify_location *l = &s->location.at[b->row.at[i + 1]];
		b->told.at[b->row.at[i + 1]] = true;
		put_number(b, b->row.at[i]);
		put_number(b, l->store.n);
		for (uint32_t k = 0; k < l->store.n; k++)
			put_memory(b, s, l->store.at[k].value, l->bytes);
	}
	return b->row.n != 0;
}

static void put_locations(struct verify_bytes *b, const struct verify_state *s)
{
	sort_locations(b, s, true);
	for (uint32_t i = 0; i < b->row.n; i += 2) {
		const struct verify_location *l = &s->location.at[b->row.at[i + 1]];
		for (uint32_t k = 0; k < l->store.n; k++) {
			const struct verify_store *w = &l->store.at[k];
			put_number(b, (uint64_t)w->followed | (uint64_t)w->modifies << 1 | (uint64_t)w->read << 2 | (uint64_t)w->any << 3 |
					  (uint64_t)(w->thread + 1) << 8);
			if (b->terms)
				put_term(b, w->term);
			put_view(b, s, &w->own);
			put_number(b, w->head.n);
			for (uint32_t t = 0; t <= s->m.thread.n; t++)
				for (uint32_t h = 0; h < w->head.n; h++)
					if (w->head.at[h].thread == t) {
						put_number(b, t);
						put_view(b, s, &w->head.at[h].gives);
					}
		}
	}
}

static bool is_empty(const struct verify_view *v)
{
	for (uint32_t i = 0; i < v->clock.n; i++)
		if (v->clock.at[i])
			return false;
	return !v->pos.n;
}

static void put_order(struct verify_bytes *b, struct verify_state *s)
{
	b->event.n = 0;
	for (uint32_t i = 1; i < s->event.n; i++) {
		struct verify_event e = s->event.at[i];
		uint64_t at = sync_key(b, s, e.word << 3);
		if (!at)
			continue;
		e.word = at;
		*vec_add(b->arena, &b->event) = e;
	}
	sort(b->event.at, b->event.n, sizeof *b->event.at, by_place);
	make_ranks(b);
	put_number(b, b->event.n);
	for (uint32_t i = 0; i < b->event.n; i++) {
		const struct verify_event *e = &b->event.at[i];
		put_number(b, e->word);
		put_number(b, (uint64_t)e->thread << 32 | (uint64_t)e->kind << 8 | e->mask);
		if (!s->near)
			put_number(b, rank_of(b, e->thread, e->clock));
		if (s->solo)
			put_held(b, s, e->held);
	}
	if (s->near)
		return;
	for (uint32_t i = 0; i < s->thread.n; i++) {
		if (s->m.thread.at[i].ended && (s->m.thread.at[i].joined || s->m.thread.at[i].detached))
			continue;
		put_view(b, s, &s->thread.at[i].cur);
		if (s->m.thread.at[i].ended)
			continue;
		put_view(b, s, &s->thread.at[i].acq);
		put_view(b, s, &s->thread.at[i].fenced);
	}
	put_view(b, s, &s->fence);
	b->row.n = 0;
	for (uint32_t i = 0; i < s->sync.n; i++)
		if (sync_key(b, s, s->sync.at[i].at)) {
			*vec_add(b->arena, &b->row) = sync_key(b, s, s->sync.at[i].at);
			*vec_add(b->arena, &b->row) = i;
		}
	sort(b->row.at, b->row.n / 2, 2 * sizeof *b->row.at, by_number);
	for (uint32_t i = 0; i < b->row.n; i += 2) {
		const struct verify_sync *x = &s->sync.at[b->row.at[i + 1]];
		if (is_empty(&x->gives) && is_empty(&x->readers) && is_empty(&x->done))
			continue;
		put_number(b, b->row.at[i]);
		put_view(b, s, &x->gives);
		put_view(b, s, &x->readers);
		put_view(b, s, &x->done);
	}
	put_locations(b, s);
}

/* ---- objects ---- */

static void put_object(struct verify_bytes *b, const struct verify_state *s, uint32_t id)
{
	const struct machine_object *o = &s->m.object.at[id];
	const uint8_t *unset = before_unset(s, id);

	put_number(b, (uint64_t)o->kind << 1 | o->dead);
	if (o->dead || !o->bytes)
		return;
	put_number(b, o->size);
	put_memory(b, s, o->bytes, o->size);
	put_any_object(b, s, id);
	for (uint64_t i = 0; unset && i < (o->size + 7) / 8; i++)
		if (unset[i]) {
			put_number(b, i << 8 | unset[i]);
		}
	put_number(b, 0);
}

/* All that can be reached, and then, in the order in which it was made, what is there all the same: a pointer may be where nobody
 * takes it for one. */
static void put_objects(struct verify_bytes *b, const struct verify_state *s)
{
	uint32_t next = s->m.image->p->sym.n, done = 0;

	b->told.n = 0;
	for (uint32_t i = 0; i < s->location.n; i++)
		*vec_add(b->arena, &b->told) = false;
	for (;;) {
		while (done < b->queue.n)
			put_object(b, s, b->queue.at[done++]);
		if (put_stores(b, s) || done < b->queue.n)
			continue;
		while (next < s->m.object.n && (s->m.object.at[next].dead || b->name.at[next]))
			next++;
		if (next == s->m.object.n)
			break;
		(void)name_of(b, s, next);
	}
}

/* Names of what is known again, or gone. */
static void drop_names(struct verify_state *s)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < s->named.n; i++) {
		struct verify_named x = s->named.at[i];
		if (x.space ? !s->m.thread.at[x.space - 1].ended : any_in_memory(s, x.at, x.bytes))
			s->named.at[n++] = x;
	}
	s->named.n = n;
}

/* Nobody has a pointer to it, and nobody can get one. */
static void drop_unreachable(struct verify_bytes *b, struct verify_state *s)
{
	uint32_t first = s->m.image->p->sym.n, n = 0;

	for (uint32_t i = first; i < s->m.object.n; i++) {
		struct machine_object *o = &s->m.object.at[i];
		if (b->name.at[i] || !o->dead || !o->bytes)
			continue;
		s->m.taken -= o->size < s->m.taken ? o->size : s->m.taken;
		o->bytes = NULL;
	}
	for (uint32_t i = 0; i < s->unset.n; i++)
		if (b->name.at[s->unset.at[i].object] || !s->m.object.at[s->unset.at[i].object].dead)
			s->unset.at[n++] = s->unset.at[i];
	s->unset.n = n;
	n = 0;
	for (uint32_t i = 0; i < s->any.n; i++)
		if (b->name.at[s->any.at[i].object] || !s->m.object.at[s->any.at[i].object].dead)
			s->any.at[n++] = s->any.at[i];
	s->any.n = n;
	for (uint32_t i = 0; i < s->m.sync.n; i++) {
		uint32_t object = target_of(s, s->m.sync.at[i].at);
		if (object >= first && !b->name.at[object] && s->m.object.at[object].dead)
			s->m.sync.at[i] = (struct machine_sync){ .at = UINT64_MAX };
	}
	n = 0;
	for (uint32_t i = 0; i < s->sync.n; i++) {
		uint32_t object = target_of(s, s->sync.at[i].at);
		if (object < first || b->name.at[object] || !s->m.object.at[object].dead)
			s->sync.at[n++] = s->sync.at[i];
	}
	s->sync.n = n;
	n = s->event.n ? 1 : 0;
	for (uint32_t i = 1; i < s->event.n; i++) {
		uint32_t object = target_of(s, s->event.at[i].word << 3);
		if (object < first || b->name.at[object] || !s->m.object.at[object].dead)
			s->event.at[n++] = s->event.at[i];
	}
	s->event.n = n;
	before_prune(s); /* the chains are made anew */
	n = 0;
	for (uint32_t i = 0; i < s->location.n; i++) {
		uint32_t object = target_of(s, s->location.at[i].at);
		if (object < first || b->name.at[object] || !s->m.object.at[object].dead)
			s->location.at[n++] = s->location.at[i];
	}
	s->location.n = n;
	n = 0;
	for (uint32_t i = 0; i < s->m.foreign.n; i++) {
		uint32_t object = target_of(s, s->m.foreign.at[i].at);
		if (object < first || b->name.at[object] || !s->m.object.at[object].dead)
			s->m.foreign.at[n++] = s->m.foreign.at[i];
	}
	s->m.foreign.n = n;
	while (s->m.object.n > first && s->m.object.at[s->m.object.n - 1].dead && !b->name.at[s->m.object.n - 1])
		s->m.object.n--;
}

void hash_state(struct verify_bytes *b, struct verify_live *live, struct verify_state *s, const bool *loaded,
		struct verify_terms *terms)
{
	const struct program *p = s->m.image->p;

	b->terms = terms;
	if (terms) {
		drop_names(s);
		formula_unmark(terms);
	}
	before_prune(s);
	before_trim(s, loaded);
	b->out.n = b->queue.n = b->names = 0;
	while (b->name.n < s->m.object.n)
		*vec_add(b->arena, &b->name) = 0;
	memset(b->name.at, 0, b->name.n * sizeof *b->name.at);
	put_number(b, (uint64_t)s->m.state | (uint64_t)s->guessed << 8);
	put_number(b, s->m.thread.n);
	for (uint32_t i = 0; i < s->m.thread.n; i++)
		put_thread(b, live, s, i);
	for (uint32_t i = 1; i < p->sym.n; i++)
		if (s->m.object.at[i].kind == MACHINE_VARIABLE && s->m.object.at[i].bytes && !(p->sym.at[i].flags & SYM_CONSTANT)) {
			put_number(b, i);
			put_memory(b, s, s->m.object.at[i].bytes, s->m.object.at[i].size);
			put_any_object(b, s, i);
		}
	for (uint32_t i = p->sym.n; i < s->m.object.n; i++)
		if (s->m.object.at[i].kind == MACHINE_LOCAL && !s->m.object.at[i].dead) {
			put_number(b, (uint64_t)s->m.object.at[i].sym.i << 32 | s->m.object.at[i].thread);
			put_number(b, name_of(b, s, i));
		}
	for (uint32_t i = 0; i < s->m.foreign.n; i++) {
		put_word(b, s, s->m.foreign.at[i].at);
		put_number(b, s->m.foreign.at[i].bytes);
	}
	put_number(b, (uint64_t)s->m.exiting << 32 | s->m.handler.n);
	for (uint32_t i = 0; i < s->m.handler.n; i++)
		put_word(b, s, s->m.handler.at[i]);
	put_objects(b, s);
	put_syncs(b, s);
	put_order(b, s);
	put_number(b, s->m.keys);
	if (terms)
		put_conditions(b, s);
	drop_unreachable(b, s);
}
