#include "verify/before.h"

#include <string.h>

#include "base/limit.h"
#include "verify/outside/any.h"
#include "verify/outside/formula.h"
#include "verify/solo/solo.h"

/* ---- views ---- */

static void clock_at_least(struct arena *a, struct verify_view *v, uint32_t thread, uint32_t clock)
{
	while (v->clock.n <= thread)
		*vec_add(a, &v->clock) = 0;
	if (v->clock.at[thread] < clock)
		v->clock.at[thread] = clock;
}

static uint32_t clock_of(const struct verify_view *v, uint32_t thread)
{
	return thread < v->clock.n ? v->clock.at[thread] : 0;
}

static uint32_t pos_of(const struct verify_view *v, uint32_t location)
{
	for (uint32_t i = 0; i < v->pos.n; i++)
		if (v->pos.at[i].location == location)
			return v->pos.at[i].store;
	return 0;
}

static void set_pos(struct arena *a, struct verify_view *v, uint32_t location, uint32_t store)
{
	for (uint32_t i = 0; i < v->pos.n; i++)
		if (v->pos.at[i].location == location) {
			v->pos.at[i].store = store;
			return;
		}
	*vec_add(a, &v->pos) = (struct verify_pos){ location, store };
}

static const struct verify_location *location_of(const struct verify_state *s, uint32_t id)
{
	for (uint32_t i = 0; i < s->location.n; i++)
		if (s->location.at[i].id == id && s->location.at[i].at)
			return &s->location.at[i];
	return NULL;
}

uint32_t before_index(const struct verify_location *l, uint32_t store)
{
	for (uint32_t i = 0; i < l->store.n; i++)
		if (l->store.at[i].id == store)
			return i;
	return UINT32_MAX;
}

/* Of each location the later store in modification order. */
static void join_pos(struct verify_state *s, struct verify_view *v, const struct verify_view *with)
{
	for (uint32_t i = 0; i < with->pos.n; i++) {
		const struct verify_location *l = location_of(s, with->pos.at[i].location);
		uint32_t mine, other;
		if (!l || (other = before_index(l, with->pos.at[i].store)) == UINT32_MAX)
			continue;
		mine = before_index(l, pos_of(v, l->id));
		if (mine == UINT32_MAX || mine < other)
			set_pos(&s->m.arena, v, l->id, with->pos.at[i].store);
	}
}

static void view_merge(struct verify_state *s, struct verify_view *v, const struct verify_view *with)
{
	for (uint32_t i = 0; i < with->clock.n; i++)
		if (with->clock.at[i])
			clock_at_least(&s->m.arena, v, i, with->clock.at[i]);
	join_pos(s, v, with);
}

void view_copy(struct arena *a, struct verify_view *to, const struct verify_view *from)
{
	struct verify_view made = { 0 };

	if (from->clock.n) {
		vec_reserve(a, &made.clock, from->clock.n);
		memcpy(made.clock.at, from->clock.at, from->clock.n * sizeof *from->clock.at);
		made.clock.n = from->clock.n;
	}
	if (from->pos.n) {
		vec_reserve(a, &made.pos, from->pos.n);
		memcpy(made.pos.at, from->pos.at, from->pos.n * sizeof *from->pos.at);
		made.pos.n = from->pos.n;
	}
	*to = made;
}

/* ---- copies ---- */

#define COPY_VEC(arena, to, from)                                                                                                \
	((to)->at = copy_array((arena), (from)->at, (from)->n, sizeof *(from)->at), (to)->n = (to)->cap = (from)->n)

static void *copy_array(struct arena *a, const void *from, uint32_t n, size_t size)
{
	return n ? memcpy(arena_array(a, n, size), from, n * size) : NULL;
}

static void copy_location(struct arena *a, struct verify_location *to, const struct verify_location *from)
{
	COPY_VEC(a, &to->store, &from->store);
	for (uint32_t i = 0; i < to->store.n; i++) {
		view_copy(a, &to->store.at[i].gives, &from->store.at[i].gives);
		view_copy(a, &to->store.at[i].own, &from->store.at[i].own);
		COPY_VEC(a, &to->store.at[i].head, &from->store.at[i].head);
		for (uint32_t k = 0; k < to->store.at[i].head.n; k++)
			view_copy(a, &to->store.at[i].head.at[k].gives, &from->store.at[i].head.at[k].gives);
	}
}

static size_t unset_bytes(const struct verify_state *s, uint32_t object)
{
	return (s->m.object.at[object].size + 7) / 8;
}

void before_copy(struct verify_state *to, const struct verify_state *from)
{
	struct arena *a = &to->m.arena;

	*to = *from;
	machine_copy(&to->m, &from->m);
	COPY_VEC(a, &to->thread, &from->thread);
	for (uint32_t i = 0; i < to->thread.n; i++) {
		view_copy(a, &to->thread.at[i].cur, &from->thread.at[i].cur);
		view_copy(a, &to->thread.at[i].acq, &from->thread.at[i].acq);
		view_copy(a, &to->thread.at[i].fenced, &from->thread.at[i].fenced);
		COPY_VEC(a, &to->thread.at[i].any, &from->thread.at[i].any);
		COPY_VEC(a, &to->thread.at[i].jump, &from->thread.at[i].jump);
		for (uint32_t k = 0; k < to->thread.at[i].jump.n; k++)
			COPY_VEC(a, &to->thread.at[i].jump.at[k].any, &from->thread.at[i].jump.at[k].any);
	}
	COPY_VEC(a, &to->sync, &from->sync);
	for (uint32_t i = 0; i < to->sync.n; i++) {
		view_copy(a, &to->sync.at[i].gives, &from->sync.at[i].gives);
		view_copy(a, &to->sync.at[i].readers, &from->sync.at[i].readers);
		view_copy(a, &to->sync.at[i].done, &from->sync.at[i].done);
	}
	COPY_VEC(a, &to->location, &from->location);
	for (uint32_t i = 0; i < to->location.n; i++)
		copy_location(a, &to->location.at[i], &from->location.at[i]);
	COPY_VEC(a, &to->event, &from->event);
	COPY_VEC(a, &to->bucket, &from->bucket);
	COPY_VEC(a, &to->unset, &from->unset);
	for (uint32_t i = 0; i < to->unset.n; i++)
		to->unset.at[i].bit = copy_array(a, from->unset.at[i].bit, (uint32_t)unset_bytes(from, from->unset.at[i].object), 1);
	COPY_VEC(a, &to->any, &from->any);
	for (uint32_t i = 0; i < to->any.n; i++)
		to->any.at[i].bit = copy_array(a, from->any.at[i].bit, (uint32_t)unset_bytes(from, from->any.at[i].object), 1);
	COPY_VEC(a, &to->named, &from->named);
	COPY_VEC(a, &to->condition, &from->condition);
	view_copy(a, &to->fence, &from->fence);
}

/* ---- threads and what they synchronise at ---- */

static void tick(struct verify_state *s, uint32_t thread)
{
	if (!s->near)
		s->thread.at[thread].cur.clock.at[thread]++;
}

void before_thread(struct verify_state *s, uint32_t parent, uint32_t child)
{
	struct arena *a = &s->m.arena;

	while (s->thread.n <= child)
		*vec_add(a, &s->thread) = (struct verify_thread){ 0 };
	if (parent != UINT32_MAX && !s->near) {
		view_copy(a, &s->thread.at[child].cur, &s->thread.at[parent].cur);
		tick(s, parent);
	}
	clock_at_least(a, &s->thread.at[child].cur, child, 1);
	view_copy(a, &s->thread.at[child].acq, &s->thread.at[child].cur);
}

void before_acquire(struct verify_state *s, uint32_t thread, const struct verify_view *v)
{
	if (!s->near && !s->solo)
		view_merge(s, &s->thread.at[thread].cur, v);
}

void before_joined(struct verify_state *s, uint32_t thread, uint32_t ended)
{
	if (s->near)
		before_leave(s, ended);
	else
		view_merge(s, &s->thread.at[thread].cur, &s->thread.at[ended].cur);
}

void before_release(struct verify_state *s, uint32_t thread, struct verify_view *v)
{
	if (s->near || s->solo)
		return;
	view_merge(s, v, &s->thread.at[thread].cur);
	tick(s, thread);
}

struct verify_sync *before_sync(struct verify_state *s, uint64_t at)
{
	struct verify_sync *x;

	for (uint32_t i = 0; i < s->sync.n; i++)
		if (s->sync.at[i].at == at)
			return &s->sync.at[i];
	x = vec_add(&s->m.arena, &s->sync);
	*x = (struct verify_sync){ .at = at };
	return x;
}

static bool acquires(uint8_t order)
{
	return order == ORDER_SEQ_CST || order == ORDER_ACQ_REL || order == ORDER_ACQUIRE;
}

static bool releases(uint8_t order)
{
	return order == ORDER_SEQ_CST || order == ORDER_ACQ_REL || order == ORDER_RELEASE;
}

/* A seq_cst fence knows of each location what all such fences before have known, and no more of what happened before. */
void before_fence(struct verify_state *s, uint32_t thread, uint8_t order, bool weak)
{
	struct verify_thread *t = &s->thread.at[thread];

	if (s->near || s->solo)
		return;
	if (acquires(order))
		view_merge(s, &t->cur, &t->acq);
	if (order == ORDER_SEQ_CST && weak) {
		join_pos(s, &t->cur, &s->fence);
		join_pos(s, &s->fence, &t->cur);
	}
	if (releases(order)) {
		view_copy(&s->m.arena, &t->fenced, &t->cur);
		tick(s, thread);
	}
}

/* ---- plain accesses ---- */

static uint32_t bucket_of(const struct verify_state *s, uint64_t word)
{
	return (uint32_t)(word * 0x9e3779b97f4a7c15ull >> 40) & (s->bucket.n - 1);
}

static void rehash(struct verify_state *s, uint32_t buckets)
{
	struct arena *a = &s->m.arena;

	if (buckets > s->bucket.cap)
		vec_reserve(a, &s->bucket, buckets - s->bucket.n);
	s->bucket.n = buckets;
	memset(s->bucket.at, 0, buckets * sizeof *s->bucket.at);
	for (uint32_t i = 1; i < s->event.n; i++) {
		uint32_t *head = &s->bucket.at[bucket_of(s, s->event.at[i].word)];
		s->event.at[i].next = *head;
		*head = i;
	}
}

/* Nothing orders the two, and one is a write. With `solo`, what keeps them apart is no order. */
static bool conflict(struct verify_state *s, const struct verify_event *e, const struct verify_event *now,
		     const struct verify_view *cur)
{
	if (e->word != now->word || !(e->mask & now->mask) || e->thread == now->thread || !((e->kind | now->kind) & DONE_WRITE) ||
	    e->clock <= clock_of(cur, e->thread))
		return false;
	return s->solo ? !solo_shares(s, e, now) : !(e->kind & now->kind & DONE_ATOMIC);
}

static void access_word(struct verify_state *s, struct verify_event now, bool kept, struct verify_race *race)
{
	const struct verify_view *cur = &s->thread.at[now.thread].cur;
	struct verify_event *same = NULL;

	if (!s->bucket.n) {
		*vec_add(&s->m.arena, &s->event) = (struct verify_event){ 0 };
		rehash(s, 64);
	}
	for (uint32_t i = s->bucket.at[bucket_of(s, now.word)]; i; i = s->event.at[i].next) {
		struct verify_event *e = &s->event.at[i];
		if (!race->found && conflict(s, e, &now, cur))
			*race = (struct verify_race){ true, *e, now.thread, now.inst, now.fn, now.kind & DONE_WRITE, now.word << 3 };
		if (e->word == now.word && e->thread == now.thread && e->kind == now.kind && e->held == now.held && !(e->mask & ~now.mask))
			same = e;
	}
	if (!kept)
		return;
	if (same) {
		now.next = same->next;
		*same = now;
		return;
	}
	*vec_add(&s->m.arena, &s->event) = now;
	if (s->event.n > s->bucket.n * 2) {
		rehash(s, s->bucket.n * 4);
	} else {
		uint32_t *head = &s->bucket.at[bucket_of(s, now.word)];
		s->event.at[s->event.n - 1].next = *head;
		*head = s->event.n - 1;
	}
}

/* As long as there is one thread, all that it has done happens before whatever comes. */
static bool is_alone(const struct verify_state *s)
{
	uint32_t alive = 0;

	for (uint32_t i = 0; i < s->m.thread.n; i++)
		alive += !s->m.thread.at[i].ended;
	return alive <= 1;
}

static void access_memory(struct verify_state *s, uint32_t thread, uint64_t at, uint64_t bytes, uint8_t kind, bool kept,
			  struct verify_race *race)
{
	const struct machine_thread *t = &s->m.thread.at[thread];
	const struct machine_frame *f = t->frame.n ? &t->frame.at[t->frame.n - 1] : NULL;
	struct verify_event now = { .clock = s->thread.at[thread].cur.clock.at[thread], .thread = thread, .kind = kind,
				    .held = s->thread.at[thread].held, .fn = f ? f->fn : (struct fn_id){ 0 }, .inst = f ? f->inst : 0 };

	if (s->blind || (!kept && s->event.n <= 1))
		return;
	for (uint64_t end = at + bytes; at < end;) {
		uint64_t word = at >> 3, first = at & 7, n = end - at < 8 - first ? end - at : 8 - first;
		now.word = word;
		now.mask = (uint8_t)(((1u << n) - 1) << first);
		access_word(s, now, kept, race);
		at += n;
	}
}

void before_access(struct verify_state *s, uint32_t thread, uint64_t at, uint64_t bytes, uint8_t kind, struct verify_race *race)
{
	access_memory(s, thread, at, bytes, kind, !is_alone(s), race);
}

void before_look(struct verify_state *s, uint32_t thread, uint64_t at, uint64_t bytes, uint8_t kind, struct verify_race *race)
{
	access_memory(s, thread, at, bytes, kind, false, race);
}

static bool is_known(const struct verify_state *s, const struct verify_event *e)
{
	for (uint32_t i = 0; i < s->thread.n && i < s->m.thread.n; i++)
		if (!s->m.thread.at[i].ended && i != e->thread && clock_of(&s->thread.at[i].cur, e->thread) < e->clock)
			return false;
	return true;
}

void before_prune(struct verify_state *s)
{
	uint32_t n = 1;

	if (!s->bucket.n)
		return;
	for (uint32_t i = 1; i < s->event.n; i++)
		if (!is_known(s, &s->event.at[i]))
			s->event.at[n++] = s->event.at[i];
	s->event.n = n;
	rehash(s, n < 32 ? 64 : s->bucket.n);
}

void before_leave(struct verify_state *s, uint32_t thread)
{
	uint32_t n = 1;

	for (uint32_t i = 1; i < s->event.n; i++)
		if (s->event.at[i].thread != thread)
			s->event.at[n++] = s->event.at[i];
	if (n >= s->event.n)
		return;
	s->event.n = n;
	rehash(s, n < 32 ? 64 : s->bucket.n);
}

void before_waits(struct verify_state *s, uint32_t thread, uint32_t other)
{
	if (!s->near)
		view_merge(s, &s->thread.at[thread].cur, &s->thread.at[other].cur);
}

/* ---- atomic locations ---- */

static bool overlaps(const struct verify_location *l, uint64_t at, uint64_t bytes)
{
	return l->at && l->at < at + bytes && at < l->at + l->bytes;
}

void before_forget(struct verify_state *s, uint64_t at, uint64_t bytes)
{
	for (uint32_t i = 0; i < s->location.n; i++)
		if (overlaps(&s->location.at[i], at, bytes)) {
			s->location.at[i] = s->location.at[s->location.n - 1];
			s->location.n--;
			i--;
		}
}

struct verify_location *before_location(struct verify_state *s, uint64_t at, uint32_t bytes)
{
	struct verify_location *l;
	const uint8_t *b;

	for (uint32_t i = 0; i < s->location.n; i++) {
		l = &s->location.at[i];
		if (overlaps(l, at, bytes))
			return l->at == at && l->bytes == bytes ? l : NULL;
	}
	b = bytes <= 16 ? machine_peek(&s->m, at, bytes) : NULL;
	if (!b)
		return NULL;
	l = vec_add(&s->m.arena, &s->location);
	*l = (struct verify_location){ .id = ++s->ids, .at = at, .bytes = bytes };
	*vec_add(&s->m.arena, &l->store) = (struct verify_store){ .id = ++s->ids, .thread = UINT32_MAX };
	memcpy(l->store.at[0].value, b, bytes);
	l->store.at[0].any = any_in_memory(s, at, bytes);
	l->store.at[0].term = l->store.at[0].any ? formula_at(s, 0, at, bytes) : 0;
	return l;
}

uint32_t before_oldest(const struct verify_state *s, uint32_t thread, const struct verify_location *l)
{
	uint32_t i = before_index(l, pos_of(&s->thread.at[thread].cur, l->id));

	return i == UINT32_MAX ? 0 : i;
}

void before_read(struct verify_state *s, uint32_t thread, struct verify_location *l, uint32_t index, uint8_t order)
{
	struct verify_thread *t = &s->thread.at[thread];
	const struct verify_store *w = &l->store.at[index];

	if (s->near || s->solo)
		return;
	set_pos(&s->m.arena, &t->cur, l->id, w->id);
	view_merge(s, &t->acq, &w->gives);
	if (acquires(order))
		view_merge(s, &t->cur, &w->gives);
}

/* What a new store of this thread lets know by itself. */
static void given_by(struct verify_state *s, uint32_t thread, uint8_t order, struct verify_view *out)
{
	view_copy(&s->m.arena, out, releases(order) ? &s->thread.at[thread].cur : &s->thread.at[thread].fenced);
}

static void add_head(struct verify_state *s, struct verify_store *w, uint32_t thread, const struct verify_view *gives)
{
	struct verify_head *h = NULL;

	if (!gives->clock.n || (!w->modifies && thread != w->thread))
		return;
	for (uint32_t i = 0; i < w->head.n; i++)
		if (w->head.at[i].thread == thread)
			h = &w->head.at[i];
	if (!h) {
		h = vec_add(&s->m.arena, &w->head);
		*h = (struct verify_head){ .thread = thread };
	}
	view_merge(s, &h->gives, gives);
	view_merge(s, &w->gives, gives);
}

/* The release sequences that reach this store, from the one before it. */
static void continue_sequences(struct verify_state *s, struct verify_location *l, uint32_t index)
{
	const struct verify_store *before = &l->store.at[index - 1];
	struct verify_store *w = &l->store.at[index];

	w->head.at = NULL;
	w->head.n = w->head.cap = 0;
	view_copy(&s->m.arena, &w->gives, &w->own);
	add_head(s, w, before->thread, &before->own);
	for (uint32_t i = 0; i < before->head.n; i++)
		add_head(s, w, before->head.at[i].thread, &before->head.at[i].gives);
}

static uint64_t weight(const struct verify_view *v)
{
	uint64_t sum = v->pos.n;

	for (uint32_t i = 0; i < v->clock.n; i++)
		sum += v->clock.at[i];
	return sum;
}

void before_write(struct verify_state *s, uint32_t thread, struct verify_location *l, uint32_t index, uint8_t order,
		  bool modifies, const uint8_t *value)
{
	struct arena *a = &s->m.arena;
	struct verify_store made = { .id = ++s->ids, .thread = thread, .modifies = modifies };

	memcpy(made.value, value, l->bytes);
	if (!s->near && !s->solo)
		given_by(s, thread, order, &made.own);
	l->store.at[index].followed |= modifies;
	(void)vec_add(a, &l->store);
	memmove(l->store.at + index + 2, l->store.at + index + 1, (l->store.n - index - 2) * sizeof *l->store.at);
	l->store.at[index + 1] = made;
	if (s->near || s->solo)
		return;
	set_pos(a, &s->thread.at[thread].cur, l->id, made.id);
	continue_sequences(s, l, index + 1);
	for (uint32_t i = index + 2; i < l->store.n; i++) {
		uint64_t old = weight(&l->store.at[i].gives);
		continue_sequences(s, l, i);
		s->broken |= l->store.at[i].read && weight(&l->store.at[i].gives) != old;
	}
	if (releases(order))
		tick(s, thread);
}

/* Whoever knows of a store knows of the one behind it instead. */
static void move_pos(struct verify_view *v, uint32_t location, uint32_t from, uint32_t to)
{
	for (uint32_t i = 0; i < v->pos.n; i++)
		if (v->pos.at[i].location == location && v->pos.at[i].store == from)
			v->pos.at[i].store = to;
}

static void move_all(struct verify_state *s, uint32_t location, uint32_t from, uint32_t to)
{
	for (uint32_t i = 0; i < s->thread.n; i++) {
		move_pos(&s->thread.at[i].cur, location, from, to);
		move_pos(&s->thread.at[i].acq, location, from, to);
		move_pos(&s->thread.at[i].fenced, location, from, to);
	}
	for (uint32_t i = 0; i < s->sync.n; i++) {
		move_pos(&s->sync.at[i].gives, location, from, to);
		move_pos(&s->sync.at[i].readers, location, from, to);
		move_pos(&s->sync.at[i].done, location, from, to);
	}
	for (uint32_t i = 0; i < s->location.n; i++)
		for (uint32_t k = 0; k < s->location.at[i].store.n; k++) {
			struct verify_store *w = &s->location.at[i].store.at[k];
			move_pos(&w->own, location, from, to);
			move_pos(&w->gives, location, from, to);
			for (uint32_t h = 0; h < w->head.n; h++)
				move_pos(&w->head.at[h].gives, location, from, to);
		}
	move_pos(&s->fence, location, from, to);
}

/* A read-modify-write that releases nothing and leaves the value that it has found, as who spins on a flag does again and again:
 * nothing comes between the two, and who reads either finds the same value and gets to know the same. */
static void join_equal(struct verify_state *s, struct verify_location *l)
{
	for (uint32_t i = 0; i + 1 < l->store.n;) {
		struct verify_store *a = &l->store.at[i], *b = a + 1;
		if (!b->modifies || b->own.clock.n || a->any != b->any || a->term != b->term || memcmp(a->value, b->value, l->bytes) != 0) {
			i++;
			continue;
		}
		b->read |= a->read;
		b->modifies = a->modifies;
		b->own = a->own;
		b->thread = a->thread;
		b->head = a->head;
		b->gives = a->gives;
		move_all(s, l->id, a->id, b->id);
		memmove(a, b, (l->store.n - i - 1) * sizeof *a);
		l->store.n--;
	}
}

static bool is_loaded(struct verify_state *s, const struct verify_location *l, const bool *loaded)
{
	uint64_t offset;
	const struct machine_object *o = machine_object_at(&s->m, l->at, &offset);

	return !loaded || !o || o->kind != MACHINE_VARIABLE || loaded[o->sym.i];
}

void before_trim(struct verify_state *s, const bool *loaded)
{
	for (uint32_t i = 0; i < s->location.n; i++) {
		struct verify_location *l = &s->location.at[i];
		if (l->store.n > 1)
			join_equal(s, l);
		uint32_t oldest = l->store.n - 1;
		for (uint32_t k = 0; k < s->thread.n && k < s->m.thread.n; k++)
			if (!s->m.thread.at[k].ended && before_oldest(s, k, l) < oldest)
				oldest = before_oldest(s, k, l);
		if (oldest + 1 < l->store.n && !is_loaded(s, l, loaded))
			while (l->store.at[oldest].followed)
				oldest++;
		if (!oldest)
			continue;
		memmove(l->store.at, l->store.at + oldest, (l->store.n - oldest) * sizeof *l->store.at);
		l->store.n -= oldest;
	}
}

/* ---- unset bytes ---- */

uint8_t *before_unset(const struct verify_state *s, uint32_t object)
{
	for (uint32_t i = s->unset.n; i-- > 0;)
		if (s->unset.at[i].object == object)
			return s->unset.at[i].bit;
	return NULL;
}

void before_set(struct verify_state *s, uint64_t at, uint64_t bytes)
{
	uint64_t offset;
	struct machine_object *o = machine_object_at(&s->m, at, &offset);
	uint8_t *unset = o ? before_unset(s, (uint32_t)(o - s->m.object.at)) : NULL;

	for (uint64_t i = offset; unset && i < offset + bytes && i < o->size; i++)
		unset[i / 8] &= (uint8_t)~(1u << i % 8);
}

static void set_padding(const struct program *p, struct type_id type, uint64_t at, uint8_t *bit, uint64_t size,
			uint32_t depth)
{
	const struct type *t = program_type(p, type_strip(p, type));
	uint64_t bytes = machine_type_bytes(p, type);

	if (at + bytes > size)
		return;
	if (!limit_full(LIMIT_verify_nested, depth) && t->kind == TYPE_STRUCT && t->nfields && !(t->flags & TYPE_VARIABLE)) {
		for (uint32_t i = 0; i < t->nfields; i++)
			set_padding(p, p->field.at[t->field + i].type, at + p->field.at[t->field + i].offset / 8, bit, size,
				    depth + 1);
		return;
	}
	for (uint64_t i = at; i < at + bytes; i++)
		bit[i / 8] |= (uint8_t)(1u << i % 8);
}

void before_make_unset(struct verify_state *s, uint32_t object)
{
	struct arena *a = &s->m.arena;
	const struct machine_object *o = &s->m.object.at[object];
	uint8_t *bit;

	if (!o->size || before_unset(s, object))
		return;
	bit = arena_alloc(a, unset_bytes(s, object));
	if (o->kind == MACHINE_STACK && o->type.i && machine_type_bytes(s->m.image->p, o->type) == o->size)
		set_padding(s->m.image->p, o->type, 0, bit, o->size, 0);
	else
		memset(bit, 0xff, unset_bytes(s, object));
	*vec_add(a, &s->unset) = (struct verify_unset){ object, bit };
}
