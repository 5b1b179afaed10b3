/* The questions. All tables are made by then: asking changes nothing, so that many may ask at once. */
#include "threads/running.h"

#include "base/recogniser.h"

/* ---- facts about a place ---- */

struct threads_where {
	struct spot spot;
	const struct class *class;
	uint32_t vector, running; /* VECTOR_BOTTOM: never reached */
};

static struct threads_where look(const struct running *r, struct spot s)
{
	struct threads_where w = { .spot = s, .class = &r->class.at[s.thread] };
	const struct place_facts *f = running_at(r, s);

	if (f) {
		w.vector = f->vector;
		w.running = f->running;
	} else if (w.class->flows) {
		w.vector = VECTOR_BOTTOM;
	}
	return w;
}

static bool must(const struct running *r, const struct threads_where *w, uint32_t slot)
{
	return vector_value(&r->vectors, w->class->inherit, slot) ||
	       (!w->class->free && vector_value(&r->vectors, w->vector, slot));
}

/* ---- reasons ---- */

static bool once_apart(const struct running *r, const struct threads_where *a, const struct threads_where *b)
{
	uint32_t in = r->inside[a->spot.context];

	if (!in)
		return false;
	if (r->inside[b->spot.context] == in || must(r, b, r->once.at[in - 1].passed))
		return true;
	/* whenever a function is called: behind the once in it, it is over */
	return b->class->free &&
	       vector_value(&r->vectors, passage_before(&r->now, b->spot.context, b->spot.inst), r->once.at[in - 1].passed);
}

static bool barrier_apart(const struct running *r, const struct threads_where *a, const struct threads_where *b)
{
	for (uint32_t i = 0; i < r->barrier.n; i++) {
		const struct barrier *x = &r->barrier.at[i];
		if (!x->good || !bits_has(&r->bits, x->members, a->spot.thread) ||
		    !bits_has(&r->bits, x->members, b->spot.thread))
			continue;
		if (phases_differ(vector_value(&r->vectors, a->vector, x->slot), vector_value(&r->vectors, b->vector, x->slot)))
			return true;
	}
	return false;
}

/* b is behind the gate; or the thread that makes those who open it, and has made none, or has passed it since. */
static bool is_behind(const struct running *r, const struct threads_where *b, const struct gate *g)
{
	return (!g->many && must(r, b, g->passed)) ||
	       RECOGNISED(threads_watch,
			  b->spot.thread == g->owner && !spawn_alive(vector_value(&r->vectors, b->vector, g->before)));
}

/* a is over before the gate opens, b is behind it. */
static bool gate_apart(const struct running *r, const struct threads_where *a, const struct threads_where *b)
{
	for (uint32_t i = 0; i < r->gate.n; i++) {
		const struct gate *g = &r->gate.at[i];
		if (g->first && must(r, b, g->passed) &&
		    RECOGNISED(threads_opened, gate_is_unopened(r, g, a->spot.thread, a->vector)))
			return true;
		if (bits_has(&r->bits, g->posters, a->spot.thread) && !vector_value(&r->vectors, a->vector, g->posted) &&
		    is_behind(r, b, g))
			return true;
	}
	return false;
}

/* a is where somebody prepares what a flag will tell of, b behind a look at the flag. */
static bool claim_apart(const struct running *r, const struct threads_where *a, const struct threads_where *b)
{
	uint32_t at = map_get(&r->claimed_at, a->spot.context);
	const struct claimed *c = at ? &r->claimed.at[at] : NULL;

	return c && (!c->inside || c->inside[a->spot.inst]) && must(r, b, c->passed);
}

/* b's thread was waited for on every way to a: by a's thread itself, by one that it has waited for, or before it was started. */
static bool joined_before(const struct running *r, const struct threads_where *a, const struct threads_where *b)
{
	return !a->class->free &&
	       (running_is_over(r, a->vector, b->spot.thread) || running_is_over(r, a->class->inherit, b->spot.thread));
}

/* Why the classes cannot overlap at these places, given that they do not. */
static enum apart order_of(const struct running *r, const struct threads_where *a, const struct threads_where *b)
{
	const struct threads_where *up = bits_has(&r->bits, a->class->below, b->spot.thread) ? a : b, *down = up == a ? b : a;
	const struct class *c = up->class;

	if (a->spot.thread == b->spot.thread && r->t->thread.at[a->spot.thread].multiplicity == THREAD_ONE)
		return APART_SAME;
	if (a->spot.thread == b->spot.thread)
		return bits_has(&r->bits, c->below, a->spot.thread) ? APART_BEFORE : APART_JOINED;
	if (a->class->startup || b->class->startup || a->class->exits || b->class->exits)
		return APART_PHASE;
	if (!bits_has(&r->bits, c->below, down->spot.thread))
		return APART_JOINED;
	for (uint32_t i = c->child; i < c->child + c->nchildren; i++) {
		const struct child *x = &r->child.at[i];
		bool leads = x->child == down->spot.thread || bits_has(&r->bits, r->class.at[x->child].below, down->spot.thread);
		if (leads && x->slot && vector_value(&r->vectors, up->vector, x->slot) & SPAWN_EVER)
			return APART_JOINED;
	}
	return APART_BEFORE;
}

/* a is what main does when there is nobody else, b the handler of a fault, which is main's own then. */
static bool fault_apart(const struct running *r, const struct threads_where *a, const struct threads_where *b)
{
	return b->class->fault && a->spot.thread == r->main && fault_is_own(r, a->running) && fault_is_own(r, a->class->par);
}

/* a is a handler, and its signal is blocked at b, in the only thread that could take it there. */
static bool mask_apart(const struct running *r, const struct threads_where *a, const struct threads_where *b)
{
	return class_handles_signal(a->class) && signal_is_kept_away(r, a->spot.thread, b->spot);
}

static enum apart places_apart(const struct running *r, const struct threads_where *a, const struct threads_where *b)
{
	bool par = bits_has(&r->bits, a->class->par, b->spot.thread) || bits_has(&r->bits, a->running, b->spot.thread) ||
		   bits_has(&r->bits, b->running, a->spot.thread);

	if (a->class->worker && a->class->worker == b->class->worker)
		return APART_WORKER;
	if (a->class->sole && a->class->sole == b->class->sole)
		return APART_SAME;
	if (!par)
		return order_of(r, a, b);
	if (RECOGNISED(threads_handler, signals_block(r, a->spot.thread, b->spot.thread)))
		return APART_SAME;
	if (RECOGNISED(threads_fault, fault_apart(r, a, b) || fault_apart(r, b, a)))
		return APART_SAME;
	if (RECOGNISED(threads_mask, mask_apart(r, a, b) || mask_apart(r, b, a)))
		return APART_MASK;
	if (r->anyone_dead && (joined_before(r, a, b) || joined_before(r, b, a)))
		return APART_JOINED;
	if (RECOGNISED(threads_once, once_apart(r, a, b) || once_apart(r, b, a)))
		return APART_ONCE;
	if (RECOGNISED(threads_barrier, barrier_apart(r, a, b)))
		return APART_BARRIER;
	if (gate_apart(r, a, b) || gate_apart(r, b, a) || RECOGNISED(threads_claim, claim_apart(r, a, b) || claim_apart(r, b, a)))
		return APART_GATE;
	if (creation_keeps_apart(r, a->spot, b->spot, b->vector) || creation_keeps_apart(r, b->spot, a->spot, a->vector))
		return APART_LOCKED;
	if (creation_comes_first(r, a->spot, a->vector, b->spot, b->vector) ||
	    creation_comes_first(r, b->spot, b->vector, a->spot, a->vector))
		return APART_FIRST;
	return APART_NOT;
}

/* Of a place in a callback of a loop: the i-th of the places that it may be inside of; otherwise there is one, the place
 * itself. */
static bool host_of(const struct running *r, const struct threads_where *w, uint32_t i, struct threads_where *host)
{
	const struct dispatch *d = &r->dispatch.at[w->class->dispatch];

	if (!w->class->dispatch) {
		*host = *w;
		return !i;
	}
	if (i >= d->host.n)
		return false;
	*host = look(r, d->host.at[i]);
	return true;
}

/* A callback of a loop is where the loop is run (dispatch.c). Of several reasons the strongest, whichever comes first. */
static enum apart hosts_apart(const struct running *r, const struct threads_where *a, const struct threads_where *b)
{
	enum apart reason = APART_NOT, one;
	struct threads_where x, y;

	if (!a->class->dispatch && !b->class->dispatch)
		return APART_NOT;
	for (uint32_t i = 0; host_of(r, a, i, &x); i++)
		for (uint32_t k = 0; host_of(r, b, k, &y); k++) {
			if (x.vector == VECTOR_BOTTOM || y.vector == VECTOR_BOTTOM)
				one = APART_PHASE;
			else if ((one = places_apart(r, &x, &y)) == APART_NOT)
				return APART_NOT;
			reason = one > reason ? one : reason;
		}
	return reason;
}

enum apart threads_apart(const struct threads *t, struct spot x, struct spot y)
{
	const struct running *r = t->running;
	struct threads_where a, b;
	enum apart reason;

	CHECK(x.thread && x.thread < r->class.n && y.thread && y.thread < r->class.n, "threads %u and %u of %u", x.thread,
	      y.thread, r->class.n);
	CHECK(x.context < r->c->context.n && y.context < r->c->context.n, "contexts %u and %u", x.context, y.context);
	if (x.thread > y.thread || (x.thread == y.thread && x.context > y.context)) {
		struct spot z = x;
		x = y;
		y = z;
	}
	a = look(r, x);
	b = look(r, y);
	if (a.vector == VECTOR_BOTTOM || b.vector == VECTOR_BOTTOM)
		return APART_PHASE;
	reason = places_apart(r, &a, &b);
	if (reason == APART_NOT && (reason = hosts_apart(r, &a, &b)) != APART_NOT)
		recogniser_count(RECOGNISER_threads_dispatch);
	return reason;
}

struct place_key threads_place_key(const struct threads *t, struct spot s)
{
	const struct running *r = t->running;
	struct threads_where w = look(r, s);
	struct place_key key = { .thread = s.thread, .vector = w.vector, .running = w.running };

	/* a once, a claim and a blocked signal hang on the place itself */
	if (r->inside[s.context] || map_get(&r->claimed_at, s.context) || (w.class->free && r->once.n) ||
	    masks_matter(r, s.context) || creation_asks(r, s)) {
		key.context = s.context;
		key.inst = s.inst;
	}
	return key;
}

/* Of a class that is not above this one, `par` and the set at this place tell everything (running.c); of one above, its own
 * places do. */
static bool may_run(const struct running *r, const struct threads_where *w, uint32_t thread)
{
	const struct class *other = &r->class.at[thread];

	if (w->vector == VECTOR_BOTTOM || (w->class->worker && w->class->worker == other->worker) ||
	    (w->class->sole && w->class->sole == other->sole) || signals_block(r, w->spot.thread, thread))
		return false;
	return bits_has(&r->bits, w->class->par, thread) || bits_has(&r->bits, w->running, thread) ||
	       bits_has(&r->bits, other->below, w->spot.thread);
}

bool threads_may_run(const struct threads *t, struct spot at, uint32_t thread)
{
	const struct running *r = t->running;
	const struct class *other = &r->class.at[thread];
	struct threads_where w, host;
	bool meets = false;

	CHECK(at.thread && at.thread < r->class.n && thread && thread < r->class.n, "threads %u and %u of %u", at.thread, thread,
	      r->class.n);
	w = look(r, at);
	if (!may_run(r, &w, thread))
		return false;
	if (other->dispatch)
		return hosts_apart(r, &w, &(struct threads_where){ .class = other }) == APART_NOT;
	for (uint32_t i = 0; !meets && host_of(r, &w, i, &host); i++)
		meets = may_run(r, &host, thread);
	return meets;
}

/* Whoever has a creator may meet him. */
bool threads_alone(const struct threads *t, struct spot at)
{
	struct threads_where w = look(t->running, at);

	if (w.vector == VECTOR_BOTTOM)
		return true;
	return !w.class->free && !w.class->par && !w.running && !t->thread.at[at.thread].creator;
}

bool threads_quiet(const struct threads *t, uint32_t context)
{
	return !t->running->now.passage[context].relevant && !masks_matter(t->running, context);
}

/* ---- whole functions ---- */

/* The places of a function in all its contexts and threads, one where something changes. */
struct threads_places {
	const struct running *r;
	struct fn_id fn;
	uint32_t context, member, row; /* the next one */
};

static bool next_place(struct threads_places *p, struct spot *s)
{
	const struct running *r = p->r;

	for (; p->context < r->c->first_by_fn[p->fn.i + 1]; p->context++, p->member = 0) {
		uint32_t context = r->c->by_fn[p->context], set = r->threads_of[context];
		const struct passage *pass = &r->now.passage[context];
		for (; p->member < r->nmembers[set]; p->member++, p->row = 0) {
			if (p->row >= (pass->nrows ? pass->nrows : 1))
				continue;
			*s = (struct spot){ r->members[set][p->member], context,
					    pass->nrows ? r->now.row.at[pass->row + p->row].inst : 0 };
			p->row++;
			return true;
		}
	}
	return false;
}

static struct threads_places places_of(const struct running *r, struct fn_id fn)
{
	return (struct threads_places){ .r = r, .fn = fn, .context = r->c->first_by_fn[fn.i] };
}

/* Every pair of places; too many of them count as an overlap. Reasons inside one thread count least. */
static enum apart all_pairs(const struct threads *t, struct fn_id f, struct fn_id g)
{
	struct threads_places a = places_of(t->running, f), b;
	enum apart reason = APART_PHASE, one;
	uint32_t pairs = 0;
	bool any = false;
	struct spot x, y;

	while (next_place(&a, &x))
		for (b = places_of(t->running, g); next_place(&b, &y);) {
			if (limit_full(LIMIT_threads_pairs, pairs++))
				return APART_NOT;
			if (look(t->running, x).vector == VECTOR_BOTTOM || look(t->running, y).vector == VECTOR_BOTTOM)
				continue;
			one = threads_apart(t, x, y);
			if (one == APART_NOT)
				return one;
			if (!any || reason == APART_SAME)
				reason = one;
			any = true;
		}
	return reason;
}

enum apart threads_functions_apart(const struct threads *t, struct fn_id f, struct fn_id g)
{
	const struct running *r = t->running;
	uint32_t threads = r->fn_threads[f.i];
	bool meet = bits_meet(&r->bits, r->fn_beside[f.i], r->fn_threads[g.i]) || bits_meet(&r->bits, r->fn_beside[g.i], threads);

	if (!threads || !r->fn_threads[g.i])
		return APART_PHASE;
	if (meet && !r->gate.n && !r->claimed.n && !r->barrier.n && !r->once.n && !r->creation.n && r->dispatch.n < 2 && !r->anyone_dead)
		return APART_NOT; /* nothing but the order of starts and joins could keep them apart */
	return all_pairs(t, f, g);
}

uint32_t apart_fellows(struct running *r, uint32_t class)
{
	const struct class *c = &r->class.at[class];
	uint32_t set = 0;

	for (uint32_t k = 1; (c->worker || c->sole) && k < r->class.n; k++)
		if ((c->worker && r->class.at[k].worker == c->worker) || (c->sole && r->class.at[k].sole == c->sole))
			set = bits_with(&r->bits, set, k);
	return set;
}

void apart_functions(struct running *r)
{
	r->fn_threads = arena_array(r->arena, r->p->fn.n, sizeof *r->fn_threads);
	r->fn_beside = arena_array(r->arena, r->p->fn.n, sizeof *r->fn_beside);
	for (uint32_t i = 1; i < r->c->context.n; i++) {
		uint32_t fn = context_of(r, i)->fn.i, set = r->threads_of[i];
		r->fn_threads[fn] = bits_union(&r->bits, r->fn_threads[fn], set);
		for (uint32_t m = 0; m < r->nmembers[set]; m++)
			r->fn_beside[fn] = bits_union(&r->bits, r->fn_beside[fn], r->class.at[r->members[set][m]].par);
	}
	for (uint32_t i = 1; i < r->now.entry.n; i++) {
		const struct entry *e = &r->now.entry.at[i];
		uint32_t n = r->now.passage[e->context].nrows, fn = context_of(r, e->context)->fn.i, set = 0;
		for (uint32_t k = 0; k < (n ? n : 1); k++)
			set = bits_union(&r->bits, set, r->place.at[e->place + k].running);
		r->fn_beside[fn] = bits_union(&r->bits, r->fn_beside[fn], bits_minus(&r->bits, set, apart_fellows(r, e->thread)));
	}
}

const uint32_t *threads_of_context(const struct threads *t, uint32_t context, uint32_t *n)
{
	const struct running *r = t->running;
	uint32_t set = r->threads_of[context];

	*n = r->nmembers[set];
	return r->members[set];
}

const uint32_t *threads_starts(const struct threads *t, uint32_t thread, uint32_t *n)
{
	*n = t->running->class.at[thread].start.n;
	return t->running->class.at[thread].start.at;
}

const uint32_t *threads_riders(const struct threads *t, uint32_t thread, uint32_t *n)
{
	*n = t->running->class.at[thread].rider.n;
	return t->running->class.at[thread].rider.at;
}

const uint32_t *threads_edges(const struct threads *t, uint32_t thread, uint32_t *n)
{
	*n = t->running->class.at[thread].edge.n;
	return t->running->class.at[thread].edge.at;
}

const char *apart_word(enum apart a)
{
	static const char *const words[APARTS] = { "overlap", "same", "before", "joined", "worker",
						   "barrier", "gate", "once", "locked", "first", "mask", "phase" };

	return words[a];
}
