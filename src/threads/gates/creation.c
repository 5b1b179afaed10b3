/* Locks across creation: what a thread's creator holds while it starts the thread, and goes on holding.
 *
 *     P:  lock(&l); start(C); ...; join(C); unlock(&l)     Q:  lock(&l); b; unlock(&l)
 *
 * *Life*: P holds l whenever C may be there, so all that C does is inside P's section, and apart from what others than P do
 * inside sections of their own. The same holds for threads that C starts and waits for. Two sections of P's class are two
 * threads' or come one after the other, so that children of different sections are apart, too; children of one section are not.
 *
 *     P:  lock(&l); start(C); b; unlock(&l)                C:  lock(&l); unlock(&l); a
 *
 * *Since*: P has not given l back since it started C, so C cannot have taken l yet: a comes later than b. That needs a P of which
 * there is one, or another one than C's creator might be at b.
 *
 * Both are one question: was the lock given back since a start? It is asked with slots that starts and joins step as they step
 * the slot of the start itself, where a release makes "one set" (1) of what is alive "unknown" (2). Waits that give the lock back
 * meanwhile are releases, so is whatever may be meant for the lock.
 *
 * Of the creator locks for writing only, of one name each; no semaphores, which others may give back, nor what belongs to a
 * processor (TERM_NAMED).
 * misses  locks in records of which there are several; handles that are joined by another thread, where its end is known late
 *         (ends.c); children of a thread that is cancelled */
#include "threads/running.h"

enum { HELD_ON = SPAWN(1, 1, 2) | SPAWN_EVER, HELD_UNKNOWN = SPAWN(2, 2, 2) | SPAWN_EVER, GIVEN_BACK = SPAWN(0, 2, 2) };

/* ---- candidates ---- */

static bool is_semaphore(const struct running *r, uint32_t family)
{
	const struct models *m = r->c->points->models;

	for (uint32_t i = 0; i < m->row.n; i++)
		if (m->row.at[i].family == family && m->row.at[i].flags & MODEL_SEMAPHORE)
			return true;
	return false;
}

static bool is_candidate(const struct running *r, const struct held *h)
{
	return !held_is_shared(h) && term_is_one(r, h->term) &&
	       term_root_of(&r->c->terms, h->term).kind != TERM_NAMED && !is_semaphore(r, h->family);
}

/* Is it surely held there, for writing unless `shared`? */
static bool holds(const struct running *r, const struct creation *x, uint32_t context, uint32_t inst, bool shared)
{
	uint32_t n;
	const struct held *h = contexts_locks(r->c, contexts_held(r->c, context, inst), &n);

	for (uint32_t i = 0; i < n; i++)
		if (h[i].term == x->term && h[i].family == x->family &&
		    (shared || !held_is_shared(&h[i])))
			return true;
	return false;
}

/* The slot of who has taken the lock, one for all starts. */
static uint32_t taken_slot(struct running *r, uint32_t term, uint32_t family)
{
	for (uint32_t i = 0; i < r->creation.n; i++)
		if (r->creation.at[i].term == term && r->creation.at[i].family == family)
			return r->creation.at[i].taken;
	return 0;
}

static void add_candidate(struct running *r, uint32_t slot, const struct held *h)
{
	struct creation x = { .slot = slot, .term = h->term, .family = h->family };

	for (uint32_t i = 0; i < r->creation.n; i++)
		if (r->creation.at[i].slot == slot && r->creation.at[i].term == h->term && r->creation.at[i].family == h->family)
			return;
	if (limit_full(LIMIT_threads_creations, r->creation.n))
		return;
	x.taken = taken_slot(r, h->term, h->family);
	x.owns_taken = !x.taken;
	if (!x.taken)
		x.taken = vectors_slot(&r->vectors, SLOT_MUST);
	x.life = vectors_slot(&r->vectors, SLOT_SPAWN);
	x.since = vectors_slot(&r->vectors, SLOT_SPAWN);
	*vec_add(r->arena, &r->creation) = x;
}

/* What may be alive because of this effect: it is a start. */
static bool effect_starts(const struct running *r, const struct effect *e)
{
	return e->slot && e->to == UINT32_MAX && r->vectors.kind.at[e->slot] == SLOT_SPAWN && e->value != SPAWN_FORGET &&
	       e->value & SPAWN_EVER;
}

/* ---- effects ---- */

/* What is alive in the slot of the start is alive in both, as long as the lock is held. What did not happen on a way
 * (SPAWN_FORGET) is not taken back: the lock may have been given back nevertheless. */
static void follow_start(struct running *r, const struct creation *x, struct effect e)
{
	uint32_t all = SPAWN_END_ALL;

	if (e.value == SPAWN_FORGET)
		return;
	if (!effect_starts(r, &e)) {
		effect_add(r, (struct effect){ e.context, e.at, e.to, x->life, e.value });
		if ((e.value & SPAWN(3, 3, 3)) == all)
			effect_add(r, (struct effect){ e.context, e.at, e.to, x->since, all });
		return;
	}
	bool held = holds(r, x, e.context, e.at, false);
	effect_add(r, (struct effect){ e.context, e.at, e.to, x->life, held ? e.value : HELD_UNKNOWN });
	effect_add(r, (struct effect){ e.context, e.at, e.to, x->since, held ? HELD_ON : HELD_UNKNOWN });
}

/* Is the lock free for others at some time, or another lock than before? */
static bool gives_back(const struct running *r, const struct creation *x, const struct event *e)
{
	bool lock = event_has(e->row, TRAIT_GIVES_BACK | TRAIT_GIVES_UP) || event_is(e->row, EVENT_UPGRADE) ||
		    event_is(e->row, EVENT_INIT) || event_is(e->row, EVENT_DESTROY);

	return lock && (may_be(r, e->on, x->term) || (e->with && may_be(r, e->with, x->term)));
}

static void follow_lock(struct running *r, const struct creation *x)
{
	for (uint32_t i = 1; i < r->c->event.n; i++) {
		const struct event *e = &r->c->event.at[i];
		if (gives_back(r, x, e)) {
			effect_add(r, (struct effect){ e->context, e->inst, UINT32_MAX, x->life, GIVEN_BACK });
			effect_add(r, (struct effect){ e->context, e->inst, UINT32_MAX, x->since, GIVEN_BACK });
		}
		if (x->owns_taken && event_is(e->row, EVENT_ACQUIRE) && e->row->family == x->family &&
		    set_one_object(r, e->on) == x->term)
			effect_on_success(r, e, x->taken, 1);
	}
}

void creations_make(struct running *r)
{
	uint32_t effects = r->now.effect.n;

	for (uint32_t i = 0; i < effects; i++) {
		const struct effect *e = &r->now.effect.at[i];
		uint32_t n;
		const struct held *h;
		if (!effect_starts(r, e))
			continue;
		h = contexts_locks(r->c, contexts_held(r->c, e->context, e->at), &n);
		for (uint32_t k = 0; k < n; k++)
			if (is_candidate(r, &h[k]))
				add_candidate(r, e->slot, &h[k]);
	}
	for (uint32_t k = 0; k < r->creation.n; k++) {
		for (uint32_t i = 0; i < effects; i++)
			if (r->now.effect.at[i].slot == r->creation.at[k].slot)
				follow_start(r, &r->creation.at[k], r->now.effect.at[i]);
		follow_lock(r, &r->creation.at[k]);
	}
}

/* ---- what follows ---- */

/* A thread that is one in the sense of the system, and whose order is known. */
static bool is_thread(const struct running *r, uint32_t class)
{
	const struct class *c = &r->class.at[class];

	return (c->kind == ROOT_THREAD || c->kind == ROOT_MAIN) && !c->free && !c->worker && !c->sole && !c->dispatch && !c->exits &&
	       !c->startup;
}

static uint32_t only_creator(const struct running *r, uint32_t class)
{
	uint32_t set = r->class.at[class].creators, first = bits_next(&r->bits, set, 1);

	return first != UINT32_MAX && first != class && bits_next(&r->bits, set, first + 1) == UINT32_MAX ? first : 0;
}

/* Has none of the starts in this slot, or all of them, since which the lock was not given back? `life` or `since`. */
static bool slot_holds(const struct running *r, const struct creation *lock, uint32_t slot, uint32_t vector, bool life)
{
	for (uint32_t i = 0; slot && i < r->creation.n; i++) {
		const struct creation *x = &r->creation.at[i];
		if (x->slot == slot && x->term == lock->term && x->family == lock->family &&
		    spawn_alive(vector_value(&r->vectors, vector, life ? x->life : x->since)) < 2)
			return true;
	}
	return false;
}

/* At this place of the creator: is each thread of the class that it has started there under the lock still? */
static bool child_is_held(const struct running *r, const struct creation *lock, uint32_t creator, uint32_t class, uint32_t vector,
			  bool life)
{
	const struct class *c = &r->class.at[creator];

	for (uint32_t i = c->child; i < c->child + c->nchildren; i++) {
		const struct child *x = &r->child.at[i];
		if (x->child != class)
			continue;
		if (!x->slot)
			return false;
		if (life && (!spawn_alive(vector_value(&r->vectors, vector, x->slot)) ||
			     (x->within && !spawn_alive(vector_value(&r->vectors, vector, x->within)))))
			continue;
		if (!slot_holds(r, lock, x->slot, vector, life) && !slot_holds(r, lock, x->within, vector, life))
			return false;
	}
	return true;
}

static bool life_is_held(const struct running *r, const struct creation *lock, uint32_t creator, uint32_t class)
{
	for (uint32_t i = 1; i < r->now.entry.n; i++) {
		const struct entry *e = &r->now.entry.at[i];
		uint32_t n = r->now.passage[e->context].nrows;
		if (e->thread != creator)
			continue;
		for (uint32_t k = 0; k < (n ? n : 1); k++) {
			uint32_t v = r->place.at[e->place + k].vector;
			if (v != VECTOR_BOTTOM && !child_is_held(r, lock, creator, class, v, true))
				return false;
		}
	}
	return true;
}

/* Does one creator start one thread at a time? What is alive under the lock is one set, so each set must be one thread. */
static bool one_at_a_time(const struct running *r, uint32_t creator, uint32_t class)
{
	const struct class *c = &r->class.at[creator];
	uint32_t n = 0;
	bool item = false;

	for (uint32_t i = c->child; i < c->child + c->nchildren; i++)
		if (r->child.at[i].child == class) {
			n++;
			item |= r->start.at[r->child.at[i].slot].item || map_get(&r->items, r->child.at[i].slot) || r->child.at[i].within;
		}
	return n == 1 && !item;
}

static void add_kept(struct running *r, struct kept_lock k)
{
	if (!limit_full(LIMIT_threads_creations, r->kept_lock.n))
		*vec_add(r->arena, &r->kept_lock) = k;
}

void creations_settle(struct running *r)
{
	for (uint32_t k = 1; k < r->class.n && r->creation.n; k++) {
		uint32_t creator = only_creator(r, k), before = r->kept_lock.n;
		if (!creator || !is_thread(r, k) || !is_thread(r, creator) || bits_has(&r->bits, r->class.at[creator].left, k))
			continue;
		for (uint32_t i = 0; i < r->creation.n; i++) {
			const struct creation *x = &r->creation.at[i];
			if (x->owns_taken && life_is_held(r, x, creator, k))
				add_kept(r, (struct kept_lock){ k, x->term, x->family, creator, one_at_a_time(r, creator, k) });
		}
		for (uint32_t i = 0; i < before; i++)
			if (r->kept_lock.at[i].class == creator)
				add_kept(r, (struct kept_lock){ k, r->kept_lock.at[i].term, r->kept_lock.at[i].family,
								r->kept_lock.at[i].holder, false });
	}
}

/* ---- questions ---- */

/* Has the holder none of its own threads of this class at the place? */
static bool is_without(const struct running *r, const struct kept_lock *k, uint32_t vector)
{
	const struct class *c = &r->class.at[k->holder];

	for (uint32_t i = c->child; i < c->child + c->nchildren; i++) {
		const struct child *x = &r->child.at[i];
		bool leads = x->child == k->class || bits_has(&r->bits, r->class.at[x->child].below, k->class);
		if (leads && (!x->slot || spawn_alive(vector_value(&r->vectors, vector, x->slot))))
			return false;
	}
	return true;
}

static bool held_from_outside(const struct running *r, const struct kept_lock *k, struct spot b, uint32_t vector)
{
	struct creation lock = { .term = k->term, .family = k->family };

	for (uint32_t i = 0; i < r->kept_lock.n; i++) {
		const struct kept_lock *x = &r->kept_lock.at[i];
		if (x->class == b.thread && x->term == k->term && x->family == k->family &&
		    (x->holder != k->holder || (x->class == k->class && x->alone && k->alone)))
			return true;
	}
	if (!is_thread(r, b.thread) || !holds(r, &lock, b.context, b.inst, true))
		return false;
	return b.thread != k->holder || (r->t->thread.at[b.thread].multiplicity == THREAD_MANY && is_without(r, k, vector));
}

bool creation_keeps_apart(const struct running *r, struct spot a, struct spot b, uint32_t vector)
{
	for (uint32_t i = 0; i < r->kept_lock.n; i++)
		if (r->kept_lock.at[i].class == a.thread && held_from_outside(r, &r->kept_lock.at[i], b, vector))
			return true;
	return false;
}

/* The class that `creator` starts and that `class` is, or is below, if every creator on the way is the only one; 0: none. */
static uint32_t branch_below(const struct running *r, uint32_t creator, uint32_t class)
{
	for (uint32_t up = only_creator(r, class); up && up < class; up = only_creator(r, class)) {
		if (up == creator)
			return class;
		class = up;
	}
	return 0;
}

bool creation_comes_first(const struct running *r, struct spot a, uint32_t vector_a, struct spot b, uint32_t vector_b)
{
	uint32_t branch;

	if (!r->creation.n || r->t->thread.at[b.thread].multiplicity != THREAD_ONE || !is_thread(r, a.thread) || !is_thread(r, b.thread))
		return false;
	branch = branch_below(r, b.thread, a.thread);
	for (uint32_t i = 0; branch && i < r->creation.n; i++) {
		const struct creation *x = &r->creation.at[i];
		if (x->owns_taken && vector_value(&r->vectors, vector_a, x->taken) &&
		    child_is_held(r, x, b.thread, branch, vector_b, false))
			return true;
	}
	return false;
}

bool creation_asks(const struct running *r, struct spot s)
{
	uint32_t n = 0;

	if (r->kept_lock.n)
		(void)contexts_locks(r->c, contexts_held(r->c, s.context, s.inst), &n);
	return n != 0;
}

bool threads_waits_for_creator(const struct threads *t, struct fn_id fn, uint32_t inst)
{
	const struct running *r = t->running;

	for (uint32_t i = r->c->first_by_fn[fn.i]; r->creation.n && i < r->c->first_by_fn[fn.i + 1]; i++) {
		const struct context *c = context_of(r, r->c->by_fn[i]);
		for (uint32_t k = c->event; k < c->event + c->nevents; k++)
			for (uint32_t n = 0; r->c->event.at[k].inst == inst && n < r->creation.n; n++)
				if (event_is(r->c->event.at[k].row, EVENT_ACQUIRE) &&
				    set_one_object(r, r->c->event.at[k].on) == r->creation.at[n].term)
					return true;
	}
	return false;
}
