/* Constraints: said in words of a function, lifted to its callers until both locks have names that mean the same everywhere. */
#include "lockset/walk/engine.h"

#include <string.h>
#include <xxhash.h>

#include "base/stat.h"

static bool is_open(const struct names *n, uint32_t name)
{
	uint32_t kind = term_root_of(&n->terms, name).kind;

	return kind == TERM_PARAM || kind == TERM_ABOVE;
}

/* Those of a lock set that name one object wherever they are said: what may be a gate. */
uint32_t set_ground(struct engine *e, uint32_t set, uint32_t without)
{
	struct now now, out = { 0 };

	now_load(e, &now, set, 0);
	for (uint32_t i = 0; i < now.n; i++) {
		struct held h = { .term = name_ground(&e->out->names, now.held[i].term), .count = 1,
				  .flags = now.held[i].flags &
					   (HELD_SHARED | HELD_CONTEXT | HELD_SPIN | HELD_ROB | HELD_SEMAPHORE) };
		if (now.held[i].term != without && !now_find(&out, h.term))
			now_add(&out, h);
	}
	return now_lockset(e, &out);
}

static uint32_t locks_union(struct engine *e, uint32_t a, uint32_t b)
{
	struct now x, y;

	now_load(e, &x, a, 0);
	now_load(e, &y, b, 0);
	for (uint32_t i = 0; i < y.n; i++)
		if (!now_find(&x, y.held[i].term))
			now_add(&x, y.held[i]);
	return now_lockset(e, &x);
}

static uint32_t set_without(struct engine *e, uint32_t set, uint32_t name)
{
	struct now now;
	struct held *h;

	now_load(e, &now, set, 0);
	h = now_find(&now, name);
	if (h)
		now_remove(&now, h);
	return now_lockset(e, &now);
}

static bool set_runs(struct engine *e, uint32_t set, enum lockset_running how)
{
	struct now now;

	now_load(e, &now, set, 0);
	return now_runs(e, &now, how);
}

static struct order_pair *pair_of(struct engine *e, uint64_t key)
{
	uint32_t at = map_get(&e->pair_of, key);

	if (!at) {
		*vec_add(&e->scratch, &e->pair) = (struct order_pair){ 0 };
		at = e->pair.n;
		map_put(&e->scratch, &e->pair_of, key, at);
	}
	return &e->pair.at[at - 1];
}

/* Is there room for one more way to take these two? Ways by other holders have some of their own; when that is used up, the first
 * way stands for all the rest, by whichever holders. */
static bool may_add(struct engine *e, struct order_pair *pair, bool holders)
{
	struct lock_order *first;

	if (pair->variants >= limit(LIMIT_lockset_orders) && (!holders || pair->holders >= limit(LIMIT_lockset_things))) {
		limit_met(holders ? LIMIT_lockset_things : LIMIT_lockset_orders);
		first = &e->out->order.at[pair->first];
		if (holders)
			first->held_from = first->wanted_from = 0;
		return false;
	}
	pair->first = pair->first ? pair->first : e->out->order.n;
	pair->variants++;
	pair->holders += holders;
	return true;
}

/* Each order once for what matters about it; among equal ones the shortest. */
static void keep(struct engine *e, struct lock_order x)
{
	struct lockset *out = e->out;
	uint32_t flags = x.flags & (ORDER_HELD_SHARED | ORDER_WANTED_SHARED | ORDER_WANTED_FAIR | ORDER_CUT | ORDER_ONE);
	uint32_t key[8] = { x.held,	 x.wanted,	flags,	  x.sorted,
			    x.held_from, x.wanted_from, x.others, e->out->context.at[x.context].fn.i };
	uint64_t variant = XXH3_64bits(key, sizeof key), way = XXH3_64bits(key, 6 * sizeof *key),
		 pair = XXH3_64bits(key, 4 * sizeof *key);
	uint32_t at = map_get(&e->order_of, variant);
	bool holders = !map_get(&e->order_of, way);
	struct lock_order *old;

	if (at) {
		old = &out->order.at[at];
		if (x.calls < old->calls || (x.calls == old->calls && (old->flags & ORDER_UP) && !(x.flags & ORDER_UP)))
			*old = x;
		return;
	}
	map_put(&e->scratch, &e->order_of, way, 1);
	if (!may_add(e, pair_of(e, pair), holders)) {
		gap(orders);
		return;
	}
	map_put(&e->scratch, &e->order_of, variant, out->order.n);
	*vec_add(out->arena, &out->order) = x;
}

static void ground(struct engine *e, struct lock_order x)
{
	x.held = name_ground(&e->out->names, x.held);
	x.wanted = name_ground(&e->out->names, x.wanted);
	keep(e, x);
}

void order_add(struct engine *e, const struct lock_order *order)
{
	struct lock_order x = *order;
	struct names *n = &e->out->names;
	const struct lockset_frame *f = engine_top(e);
	uint32_t here = set_ground(e, x.below ? e->work.at[f->first + x.node].node.lockset : x.others, x.below ? 0 : x.held);

	if (set_runs(e, here, RUNNING_CUT))
		x.flags |= ORDER_CUT;
	if (x.flags & ORDER_REACQUIRE)
		here = set_without(e, here, name_ground(n, x.wanted)); /* let go meanwhile */
	x.others = x.below ? locks_union(e, chunks_at(&e->out->open, x.below - 1)->others, here) : here;
	if (!is_open(n, x.held) && !is_open(n, x.wanted) && (!x.begins || !is_open(n, x.begins))) {
		ground(e, x);
		return;
	}
	if (!is_open(n, x.held))
		x.held = name_ground(n, x.held);
	if (!is_open(n, x.wanted))
		x.wanted = name_ground(n, x.wanted);
	for (uint32_t i = f->open; i < e->frame_open.n; i++) {
		const struct lock_order *y = &e->frame_open.at[i];
		if (y->held == x.held && y->wanted == x.wanted && y->begins == x.begins && y->flags == x.flags && y->held_from == x.held_from &&
		    y->wanted_from == x.wanted_from && y->sorted == x.sorted)
			return;
	}
	if (limit_full(LIMIT_lockset_open, e->frame_open.n - f->open))
		ground(e, x);
	else
		*vec_add(&e->scratch, &e->frame_open) = x;
}

/* Whether one lock's thing is reached from the other's by a pointer: the class of that pointer. */
static uint32_t link_between(const struct names *n, uint32_t from, uint32_t to)
{
	uint32_t base = term_thing(&n->terms, from);

	for (struct term y = term_get(&n->terms, to); term_is_step(y.kind); y = term_get(&n->terms, y.base))
		if (y.kind == TERM_LOAD && term_thing(&n->terms, y.base) == base)
			return name_class(n, y.base);
	return 0;
}

void order_link(const struct names *n, struct lock_order *x)
{
	uint32_t down, back;

	if (x->link || (x->flags & (ORDER_DOWN | ORDER_BACK)))
		return;
	down = link_between(n, x->held, x->wanted);
	back = down ? 0 : link_between(n, x->wanted, x->held);
	x->flags |= (uint16_t)(down ? ORDER_DOWN : back ? ORDER_BACK : 0);
	x->link = down ? down : back;
}

/* The value that goes along a list and that this lock is in, or the next one of it is; 0: none. */
static uint32_t walker_of(const struct names *n, uint32_t name)
{
	struct term x;

	name = term_thing(&n->terms, name);
	x = term_get(&n->terms, name);
	if (x.kind == TERM_LOAD) {
		name = term_thing(&n->terms, x.base);
		name = map_get(&n->chain, name) == name_class(n, x.base) ? name : 0;
	}
	return name && map_get(&n->chain, name) ? name : 0;
}

static bool begins_with(const struct names *n, uint32_t walker, uint32_t lock)
{
	return walker && map_get(&n->start, walker) == term_thing(&n->terms, lock);
}

/* Does a way lead from one block of a function to another? */
static bool leads_to(struct engine *e, const struct outline *f, uint32_t from, uint32_t to)
{
	uint8_t *seen = arena_array(&e->scratch, f->nblocks, 1);
	uint32_t *todo = arena_array(&e->scratch, f->nblocks, sizeof *todo), n = 0;

	todo[n++] = from;
	while (n) {
		const struct outline_block *b = &e->o.block.at[f->block + todo[--n]];
		for (uint32_t i = b->next; i < b->next + b->nnext; i++) {
			uint32_t next = e->o.next.at[i];
			if (next == to)
				return true;
			if (!seen[next])
				seen[next] = 1, todo[n++] = next;
		}
	}
	return false;
}

/* Was it taken by an earlier round of the loop that this one is taken in? Before that the function takes such a lock only there,
 * or where the loop begins to go along a list. */
bool order_of_loop(struct engine *e, const struct outline *f, const struct held *h, const struct outline_event *ev)
{
	const struct outlines *o = &e->o;
	struct names *n = &e->out->names;
	uint32_t walker = walker_of(n, ev->name), here = UINT32_MAX;

	if (!(h->flags & HELD_OLD) || (h->flags & (HELD_ENTERED | HELD_UP)))
		return false;
	for (uint32_t b = 0; b < f->nblocks && here == UINT32_MAX; b++) {
		const struct outline_block *k = &o->block.at[f->block + b];
		for (uint32_t i = k->event; i < k->event + k->nevents; i++)
			here = o->event.at[i].inst == ev->inst && o->event.at[i].name == ev->name ? b : here;
	}
	for (uint32_t b = 0; b < f->nblocks && here != UINT32_MAX; b++) {
		const struct outline_block *k = &o->block.at[f->block + b];
		for (uint32_t i = k->event; i < k->event + k->nevents; i++) {
			const struct outline_event *x = &o->event.at[i];
			if (x->kind == OUTLINE_ACQUIRE && x->name && (x->inst != ev->inst || x->name != ev->name) &&
			    !begins_with(n, walker, x->name) &&
			    (name_is_like(n, x->name, h->term) || name_class(n, x->name) == name_class(n, h->term)) &&
			    (b == here || leads_to(e, f, b, here)))
				return false;
		}
	}
	return here != UINT32_MAX;
}

/* Does the walk begin with the one that is held? */
void order_begins(const struct names *n, struct lock_order *x)
{
	if (x->link || !x->begins || x->begins != term_thing(&n->terms, x->held))
		return;
	x->flags |= ORDER_DOWN;
	x->link = x->walked;
}

void order_walk(const struct names *n, struct lock_order *x, bool loop)
{
	uint32_t walker = walker_of(n, x->wanted);

	x->walked = walker ? map_get(&n->chain, walker) : 0;
	x->begins = walker && map_get(&n->start, walker) != UINT32_MAX ? map_get(&n->start, walker) : 0;
	if (!x->link && walker && loop) {
		x->flags |= ORDER_DOWN;
		x->link = x->walked;
	}
	order_begins(n, x);
	if (x->link)
		x->begins = 0;
}

/* In which order a loop goes through an array, or through a table of pointers. */
uint32_t order_by_loop(struct engine *e, const struct outline_event *ev)
{
	uint32_t key = ev->slot ? sorted_slot(&e->o, ev->slot) : KEY_ADDRESS;

	return ev->climbs && key ? key << 1 | (ev->climbs < 0) : 0;
}

void order_close(struct engine *e, uint32_t context)
{
	struct lockset_context c = e->out->context.at[context];

	for (uint32_t i = c.order; i < c.order + c.norders; i++)
		ground(e, *chunks_at(&e->out->open, i));
}

void event_add(struct engine *e, const struct lockset_event *event, uint32_t set)
{
	struct lockset_event x = *event;
	uint32_t key[8];
	uint64_t hash;

	x.on = x.on ? name_ground(&e->out->names, x.on) : 0;
	x.with = x.with ? name_ground(&e->out->names, x.with) : 0;
	x.held = set_ground(e, set, 0);
	memcpy(key, (uint32_t[8]){ x.kind, x.fn.i, x.inst, x.on, x.held, x.with }, sizeof key);
	if (x.kind == LOCKSET_JOIN) { /* whom it waits for hangs on the caller */
		key[6] = x.context;
		key[7] = x.node;
	}
	hash = XXH3_64bits(key, sizeof key);
	if (map_get(&e->event_of, hash))
		return;
	map_put(&e->scratch, &e->event_of, hash, 1);
	*vec_add(e->out->arena, &e->out->event) = x;
}
