/* Waiting for somebody while holding what that one needs: for the end of a thread, for a signal, at a barrier. */
#include "deadlock/graph.h"
#include "deadlock/joins.h"
#include "threads/running.h"

#include <string.h>
#include <xxhash.h>

/* A join that a class of threads makes. */
struct join_made {
	uint32_t event, next; /* contexts.event; index.made */
};

/* A class whose end is waited for, by the thread in question or by one that it waits for. */
struct reached_class {
	uint32_t thread, event; /* the join that waits for it */
	uint32_t from;          /* index.reach: who makes that join; UINT32_MAX: the thread in question */
	uint32_t depth;         /* how many make such joins in between */
};

/* What is asked of every wait: which root is the only one of its kind, which root runs a function, and the events by what they
 * are on. */
struct index {
	uint32_t only[16];       /* by kind of root: it, if there is no other; 0 */
	struct map root_of;      /* function -> root */
	struct map events;       /* class, or name, of what an event is on -> the first such event + 1 */
	uint32_t *next;          /* by event: the next one of those + 1 */
	struct map joins;        /* function, instruction -> the first join there: contexts.event; the next ones: */
	uint32_t *next_join;     /* by event of contexts */
	struct joins *joined;        /* whom they wait for; NULL: threads did not run */
	uint32_t *seen, query;       /* by context: the last query that came by */
	VEC(uint32_t) todo;
	struct map joins_of;         /* class of threads -> index.made: the first join that it makes */
	VEC(struct join_made) made;
	struct map reached;          /* hash of class and query -> 1: the class is in index.reach */
	VEC(struct reached_class) reach; /* of one question */
	struct map told;             /* hash of place and lock: joins that were told of */
	uint32_t begun;          /* functions that threads other than main begin with; 2: several */
};

struct waiting {
	struct graph *g;
	struct index *index;
	const struct lockset *l;
	const struct lockset_event *at;
	uint32_t lock;               /* which of those held, */
	bool shared;                 /* for reading */
	struct lock_taken other;     /* where the other side wants it */
	uint32_t root;               /* of the other side */
	uint32_t last;               /* index.reach + 1: the class that wants it, if that was found by who waits for whom */
};

/* Two names that may be one lock have one key. */
static uint32_t key_of(const struct graph *g, uint32_t name)
{
	uint32_t class = name_class(g->names, name);

	return class ? class : name;
}

static bool is_joined(uint8_t kind)
{
	return kind == ROOT_THREAD || kind == ROOT_TASK || kind == ROOT_HANDLER;
}

/* Which classes make this join. */
static void index_maker(struct graph *g, const struct threads *t, struct index *x, uint32_t event)
{
	uint32_t n;
	const uint32_t *thread = threads_of_context(t, t->contexts->event.at[event].context, &n);

	for (uint32_t i = 0; i < n; i++) {
		uint32_t *first = map_at(g->scratch, &x->joins_of, thread[i]);
		*vec_add(g->scratch, &x->made) = (struct join_made){ event, *first };
		*first = x->made.n - 1;
	}
}

/* The joins, by place; whom they surely wait for; and whether there is more than one function that a thread begins with. */
static void index_joins(struct graph *g, const struct threads *t, struct index *x)
{
	const struct contexts *c = t->contexts;
	uint32_t first = 0;

	(void)vec_add(g->scratch, &x->made);
	x->next_join = arena_array(g->scratch, c->event.n + 1u, sizeof *x->next_join);
	for (uint32_t i = c->event.n; i-- > 1;) {
		uint32_t *at = !event_is(c->event.at[i].row, EVENT_JOIN)
				       ? NULL
				       : map_at(g->scratch, &x->joins,
						map_pair(c->context.at[c->event.at[i].context].fn.i, c->event.at[i].inst));
		if (!at)
			continue;
		x->next_join[i] = *at;
		*at = i;
		index_maker(g, t, x, i);
	}
	for (uint32_t i = t->thread.n; i-- > 1;) {
		const struct root *root = &c->root.at[t->thread.at[i].root];
		bool joinable = root->kind == ROOT_THREAD || root->kind == ROOT_TASK || root->kind == ROOT_HANDLER;
		if (joinable && root->fn.i != first)
			x->begun += x->begun < 2;
		first = joinable ? root->fn.i : first;
	}
}

static void make_index(struct graph *g, struct index *x)
{
	const struct lockset *l = g->d->lockset;
	uint32_t count[16] = { 0 };

	for (uint32_t i = 1; i < l->root.n; i++) {
		uint8_t kind = l->root.at[i].kind;
		x->only[kind] = ++count[kind] == 1 ? i : 0;
		map_put(g->scratch, &x->root_of, l->root.at[i].fn.i, i);
	}
	x->next = arena_array(g->scratch, l->event.n + 1u, sizeof *x->next);
	for (uint32_t i = l->event.n; i-- > 0;) {
		uint32_t *first = l->event.at[i].on ? map_at(g->scratch, &x->events, key_of(g, l->event.at[i].on)) : NULL;
		if (!first)
			continue;
		x->next[i] = *first;
		*first = i + 1;
	}
	if (g->d->threads) {
		index_joins(g, g->d->threads, x);
		x->seen = arena_array(g->scratch, g->d->threads->contexts->context.n, sizeof *x->seen);
	}
}

/* Is the other one there while this one waits? It may have started this one behind its last use of the lock. */
static bool is_there(void *with, const struct lock_taken *wanted)
{
	const struct waiting *w = with;

	return places_meet(w->g, (struct lock_frame){ w->at->fn, w->at->inst }, (struct lock_frame){ wanted->fn, wanted->inst },
			   w->l->root.at[w->root].fn);
}

static bool wants_it(struct waiting *w, uint32_t root)
{
	struct lock_wish wish = { w->lock, w->shared, is_there, w };

	w->root = root;
	return root && is_joined(w->l->root.at[root].kind) && lockset_root_wants(w->l, root, &wish, &w->other);
}

static bool class_wants_it(struct waiting *w, uint32_t thread)
{
	const struct threads *t = w->g->d->threads;
	struct fn_id fn = program_sym(w->l->points->p, t->contexts->root.at[t->thread.at[thread].root].fn)->fn;

	return wants_it(w, map_get(&w->index->root_of, fn.i));
}

static void reach(struct waiting *w, uint32_t thread, uint32_t event, uint32_t from)
{
	struct index *x = w->index;
	uint32_t *known = map_at(w->g->scratch, &x->reached, map_pair(thread, x->query));

	uint32_t depth = from == UINT32_MAX ? 0 : x->reach.at[from].depth + 1;

	if (*known || depth + 2 > FINDING_EDGES || limit_full(LIMIT_deadlock_awaited, x->reach.n))
		return;
	*known = 1;
	*vec_add(w->g->scratch, &x->reach) = (struct reached_class){ thread, event, from, depth };
}

/* A join, by whom it is made. */
struct reached_by {
	struct waiting *w;
	uint32_t event, from;
};

static void reach_class(void *with, uint32_t thread)
{
	const struct reached_by *by = with;

	reach(by->w, thread, by->event, by->from);
}

/* The classes that this join waits for. False: it is not known who they are. */
static bool reach_joined(struct waiting *w, uint32_t event, uint32_t from)
{
	struct reached_by by = { w, event, from };

	return joins_each(w->index->joined, event, reach_class, &by);
}

/* Does one of the threads that this join waits for need the lock, or one that those wait for? *known: it is known who they
 * are. */
static bool awaited_want_it(struct waiting *w, uint32_t event, bool *known)
{
	struct index *x = w->index;

	x->query++;
	x->reach.n = 0;
	*known = reach_joined(w, event, UINT32_MAX);
	for (uint32_t i = 0; i < x->reach.n; i++) {
		if (class_wants_it(w, x->reach.at[i].thread)) {
			w->last = i + 1;
			return true;
		}
		for (uint32_t k = map_get(&x->joins_of, x->reach.at[i].thread); k; k = x->made.at[k].next)
			(void)reach_joined(w, x->made.at[k].event, i);
	}
	return false;
}

enum { MOST_WAY = 16, MOST_HOLDERS = 64 }; /* sizes of arrays: the most that limits.def allows */

static bool is_frame(const struct lock_frame *frame, uint32_t n, struct fn_id fn, uint32_t inst)
{
	for (uint32_t i = 0; i < n; i++)
		if (frame[i].fn.i == fn.i && frame[i].inst == inst)
			return true;
	return false;
}

/* The calls that one is in when it joins with the lock held: down to the join from the function in question, and in each function
 * above that takes the lock. */
struct holding {
	struct lock_frame way[MOST_WAY], frame[MOST_HOLDERS];
	uint32_t nway, nframes;
};

static bool is_call(const struct edge *e)
{
	return e->kind == SITE_CALL || site_runs_inside(e->kind);
}

/* The contexts in which these calls lead to that one: index.todo, from the number given on. */
static uint32_t climb_way(struct waiting *w, const struct holding *h, uint32_t context)
{
	const struct contexts *c = w->g->d->threads->contexts;
	struct index *x = w->index;
	uint32_t first = 0;

	x->todo.n = 0;
	*vec_add(w->g->scratch, &x->todo) = context;
	for (uint32_t k = h->nway - 1; k-- > 0;) {
		uint32_t end = x->todo.n;
		for (; first < end; first++)
			for (uint32_t i = c->first_into[x->todo.at[first]]; i < c->first_into[x->todo.at[first] + 1]; i++) {
				const struct edge *call = &c->edge.at[c->into[i]];
				if (is_call(call) && call->inst == h->way[k].inst &&
				    c->context.at[call->context].fn.i == h->way[k].fn.i && !limit_full(LIMIT_deadlock_climbed, x->todo.n))
					*vec_add(w->g->scratch, &x->todo) = call->context;
			}
	}
	return first;
}

/* Is this join of contexts one of those? */
static bool is_held_at(struct waiting *w, const struct event *e, const struct holding *h)
{
	const struct contexts *c = w->g->d->threads->contexts;
	struct index *x = w->index;
	uint32_t query = ++x->query, done;

	if (!is_frame(&h->way[h->nway - 1], 1, c->context.at[e->context].fn, e->inst))
		return false;
	done = climb_way(w, h, e->context);
	if (done < x->todo.n && is_frame(h->frame, h->nframes, h->way[0].fn, h->way[0].inst))
		return true;
	while (done < x->todo.n && !limit_full(LIMIT_deadlock_climbed, done)) {
		uint32_t at = x->todo.at[done++];
		for (uint32_t i = c->first_into[at]; i < c->first_into[at + 1]; i++) {
			const struct edge *call = &c->edge.at[c->into[i]];
			if (!is_call(call) || x->seen[call->context] == query)
				continue;
			if (is_frame(h->frame, h->nframes, c->context.at[call->context].fn, call->inst))
				return true;
			x->seen[call->context] = query;
			*vec_add(w->g->scratch, &x->todo) = call->context;
		}
	}
	return done < x->todo.n;
}

/* Whether one of the threads that this join waits for needs the lock, in each context that is called with the lock held; where it
 * is not known who they are, by there being no other. */
static bool join_blocks(struct waiting *w)
{
	bool all = true, any = false, known;
	uint32_t event = map_get(&w->index->joins, map_pair(w->at->fn.i, w->at->inst));
	struct holding h;

	h.nway = event ? lockset_event_way(w->l, w->at, h.way, LIMIT_deadlock_way) : 0;
	h.nframes = h.nway ? lockset_event_frames(w->l, w->at, w->lock, h.frame, LIMIT_deadlock_frames) : 0;
	for (uint32_t e = event; h.nframes && !any && e; e = w->index->next_join[e])
		any = is_held_at(w, &w->g->d->threads->contexts->event.at[e], &h);
	for (uint32_t e = event; e; e = w->index->next_join[e]) {
		if (any && !is_held_at(w, &w->g->d->threads->contexts->event.at[e], &h))
			continue;
		if (awaited_want_it(w, e, &known))
			return true;
		all = all && known;
	}
	if (event && all)
		return false;
	for (uint32_t kind = 0; kind < 16 && w->index->begun < 2; kind++)
		if (wants_it(w, w->index->only[kind]))
			return true;
	return false;
}

/* In a way that keeps out who waits: who reads does not keep out who reads. */
static bool holds(const struct lockset *l, uint32_t set, uint32_t lock, bool shared)
{
	uint32_t n;
	const struct held *h = lockset_get(l, set, &n);

	for (uint32_t i = 0; i < n; i++)
		if (h[i].term == lock && !(shared && (h[i].flags & HELD_SHARED)))
			return true;
	return false;
}

/* All who may end the wait need the lock first. Where there are tokens from the start, one waits only because others have them,
 * and these have come by what stands before. */
static bool signal_blocks(struct waiting *w, uint8_t kind)
{
	bool any = false;
	int64_t tokens;
	uint32_t since = lockset_tokens(w->l, w->at->on, &tokens) && tokens ? w->at->on : 0;

	for (uint32_t i = w->at->on ? map_get(&w->index->events, key_of(w->g, w->at->on)) : 0; i; i = w->index->next[i - 1]) {
		const struct lockset_event *e = &w->l->event.at[i - 1];
		const struct lockset_root *root;
		if (e->kind != kind || e == w->at || !name_may_alias(w->g->names, e->on, w->at->on))
			continue;
		root = lockset_root_above(w->l, e->context);
		if (kind == LOCKSET_BARRIER && root == lockset_root_above(w->l, w->at->context))
			continue;
		if (!lockset_passed(w->l, &(struct lock_way){ e->context, e->node, since, w->shared }, w->lock, &w->other)) {
			if (!holds(w->l, e->held, w->lock, w->shared))
				return false;
			w->other = (struct lock_taken){ .fn = e->fn, .inst = e->inst, .context = e->context, .node = e->node };
		}
		w->root = root ? (uint32_t)(root - w->l->root.at) : 0;
		any = true;
	}
	return any;
}

static struct finding_access side(const struct waiting *w, struct fn_id fn, uint32_t inst, uint32_t context)
{
	struct arena *a = w->g->d->arena;

	return (struct finding_access){ .place = lockset_place(a, w->l, fn, inst),
					.function = arena_string(a, program_fn_name(w->l->points->p, fn)),
					.kind = "",
					.thread = lockset_thread(a, w->l, context),
					.signal = signal_of(w->l, context),
					.chain = lockset_chain(a, w->l, context),
					.locks = "" };
}

/* Why this wait need not hold the lock; NULL: it does. The same as for orders. */
static const char *wait_reason(const struct waiting *w, const struct lock_taken *taken)
{
	bool known = name_is_global(&w->l->names, w->lock) || w->l->options.all_targets;

	if (taken->guesses > (known ? DEADLOCK_MOST_GUESSES : DEADLOCK_MOST_CLASS_GUESSES))
		return "calls: the path from the lock to the wait goes through pointers to too many possible functions";
	if (taken->lasts > DEADLOCK_MOST_LASTS && !known)
		return "last: between the lock and the wait an object that was not made on this path loses its last "
		       "reference";
	if (taken->calls && lockset_is_cut(w->l, w->at->context, w->at->node))
		return "error: the path from the lock to the wait begins after a lock error";
	return NULL;
}

/* A join is an event for each way that leads to it, and one finding. Gives where that is noted; NULL: no join. */
static uint32_t *told_of(struct waiting *w)
{
	uint32_t key[3] = { w->at->fn.i, w->at->inst, w->lock };

	return w->at->kind == LOCKSET_JOIN ? map_at(w->g->scratch, &w->index->told, XXH3_64bits(key, sizeof key)) : NULL;
}

/* Where lockset has seen this join, in that class. */
static uint32_t context_of_join(const struct waiting *w, const struct event *e, uint32_t thread)
{
	const struct threads *t = w->g->d->threads;
	struct fn_id fn = t->contexts->context.at[e->context].fn,
		     begins = program_sym(w->l->points->p, t->contexts->root.at[t->thread.at[thread].root].fn)->fn;
	uint32_t found = 0;

	for (uint32_t i = 0; i < w->l->event.n; i++) {
		const struct lockset_event *at = &w->l->event.at[i];
		const struct lockset_root *root = lockset_root_above(w->l, at->context);
		if (at->kind != LOCKSET_JOIN || at->fn.i != fn.i || at->inst != e->inst)
			continue;
		if (root && root->fn.i == begins.i)
			return at->context;
		found = found ? found : at->context;
	}
	return found;
}

/* The threads between, from the one that is waited for on. What the last one waits in. */
static const char *add_between(struct waiting *w, struct finding_edge *edge, uint32_t n)
{
	const struct contexts *c = w->g->d->threads->contexts;
	const struct index *x = w->index;
	const char *what = "";

	for (uint32_t at = w->last - 1, i = n; i > 0; i--) {
		struct reached_class r = x->reach.at[at];
		const struct event *e = &c->event.at[r.event];
		at = r.from;
		edge[i].wants = side(w, c->context.at[e->context].fn, e->inst, context_of_join(w, e, x->reach.at[at].thread));
		edge[i].wants.kind = model_string(w->l->points->models, e->row->name);
		edge[i].acquired = edge[i].wants.place;
		what = i == n ? edge[i].wants.kind : what;
	}
	for (uint32_t i = 1; i <= n; i++)
		edge[i].holds = edge[i - 1].wants.kind;
	return what;
}

static void tell(struct waiting *w)
{
	struct arena *a = w->g->d->arena;
	const struct lockset *l = w->l;
	uint32_t between = w->last ? w->index->reach.at[w->last - 1].depth : 0;
	struct finding_edge *edge = arena_array(a, between + 2, sizeof *edge), *last = &edge[between + 1];
	struct finding x = { .rule = RULE_WAIT_HOLDING, .object = "", .guard = "", .edge = edge, .nedges = between + 2 };
	const char *lock = name_text(a, &l->names, (struct fn_id){ 0 }, w->lock),
		   *what = model_string(l->points->models, w->at->row->name), *text;
	struct lock_taken taken;
	uint32_t n, *told = told_of(w);
	const struct held *h = lockset_get(l, chunks_at(&l->node, l->context.at[w->at->context].node + w->at->node)->lockset, &n);

	if (told && *told)
		return;
	edge[0].wants = side(w, w->at->fn, w->at->inst, w->at->context);
	edge[0].wants.kind = what;
	edge[0].wants.locks = lock;
	edge[0].acquired = edge[0].wants.place;
	edge[0].holds = lock;
	for (uint32_t i = 0; i < n; i++)
		if (name_ground(w->g->names, h[i].term) == w->lock &&
		    lockset_taken(l, w->at->context, w->at->node, h[i].term, &taken)) {
			edge[0].acquired = lockset_place(a, l, taken.fn, taken.inst);
			x.pruned = wait_reason(w, &taken);
		}
	last->wants = side(w, w->other.fn, w->other.inst, w->other.context);
	last->wants.kind = arena_format(a, "wants '%s'", lock);
	last->acquired = last->wants.place;
	last->holds = between ? add_between(w, edge, between) : what;
	x.place = edge[0].wants.place;
	x.function = edge[0].wants.function;
	x.lock = lock;
	x.message = arena_format(a, 
				 between ? "'%s' waits with '%s' held, which a thread that the other side waits for needs"
					 : "'%s' waits with '%s' held, which the other side needs",
				 what, lock);
	x.overlap = overlap_of_roots(w->g, (uint32_t[]){ w->at->context, w->other.context }, 2);
	x.doubt = name_is_global(&l->names, w->lock) ? 0 : 16;
	text = arena_format(a, "wait|%s|%s|%s", x.function, lock, what);
	x.fingerprint = XXH3_64bits(text, strlen(text));
	if (told)
		*told = !x.pruned;
	*vec_add(a, &w->g->d->finding) = x;
}

/* Who has taken a token need not give it back: others do. */
static bool is_token(const struct lockset *l, const struct held *h)
{
	return (h->flags & HELD_SEMAPHORE) && (lockset_is_signal(l, h->term) || lockset_is_counting(l, h->term));
}

/* ---- for oneself ---- */

/* Is it a task of which there is this one object only? A thread that joins itself is told so, and goes on. */
static bool runs_for(const struct threads *t, uint32_t thread, uint32_t object)
{
	const struct contexts *c = t->contexts;
	uint8_t kind = c->root.at[t->thread.at[thread].root].kind;
	uint32_t n;
	const uint32_t *edge = threads_edges(t, thread, &n);

	for (uint32_t i = 0; i < n; i++) {
		const struct edge *e = &c->edge.at[edge[i]]; /* a timer is what its function gets */
		if (set_only(&c->terms, e->id ? e->id : kind == ROOT_HANDLER ? e->arg : 0) != object)
			return false;
	}
	return n && (kind == ROOT_TASK || kind == ROOT_HANDLER);
}

/* A task, or a timer, that waits until it has ended itself: it and nothing else is what it waits for. */
static void tell_own(struct graph *g, const struct event *e, struct map *told)
{
	struct arena *a = g->d->arena;
	const struct lockset *l = g->d->lockset;
	struct fn_id fn = g->d->threads->contexts->context.at[e->context].fn;
	struct finding_edge *edge = arena_array(a, 1, sizeof *edge);
	struct finding x = { .rule = RULE_DEADLOCK, .object = "", .guard = "", .lock = "", .edge = edge, .nedges = 1, .overlap = "" };
	struct waiting w = { .g = g, .l = l };
	const char *what = model_string(l->points->models, e->row->name), *text;
	uint32_t *known = map_at(g->scratch, told, map_pair(fn.i, e->inst)), context = 0;

	if ((*known)++)
		return;
	for (uint32_t i = 0; i < l->event.n && !context; i++)
		if (l->event.at[i].kind == LOCKSET_JOIN && l->event.at[i].fn.i == fn.i && l->event.at[i].inst == e->inst)
			context = l->event.at[i].context;
	edge[0].wants = side(&w, fn, e->inst, context);
	edge[0].wants.kind = arena_format(a, "waits in '%s'", what);
	edge[0].wants.fn = fn.i;
	edge[0].wants.inst = e->inst;
	edge[0].acquired = edge[0].wants.place;
	edge[0].holds = "";
	x.place = edge[0].wants.place;
	x.function = edge[0].wants.function;
	x.message = arena_format(a, "'%s' waits forever: for the end of what it runs in", what);
	text = arena_format(a, "own|%s|%s", x.function, what);
	x.fingerprint = XXH3_64bits(text, strlen(text));
	*vec_add(a, &g->d->finding) = x;
}

static void find_own(struct graph *g)
{
	const struct contexts *c = g->d->threads->contexts;
	struct map told = { 0 };

	for (uint32_t i = 1; i < c->event.n; i++) {
		const struct event *e = &c->event.at[i];
		uint32_t on = set_only(&c->terms, e->on), n;
		const uint32_t *thread;
		if (!event_is(e->row, EVENT_JOIN) || e->row->flags & (MODEL_TRY | MODEL_TIMED | MODEL_ALL) || !on ||
		    !term_is_one(g->d->threads->running, on) || !contexts_reaches(c, e->context, e->inst))
			continue;
		thread = threads_of_context(g->d->threads, e->context, &n);
		for (uint32_t k = 0; k < n; k++)
			if (runs_for(g->d->threads, thread[k], on)) {
				tell_own(g, e, &told);
				break;
			}
	}
}

void waits_find(struct graph *g, struct joins *joins)
{
	const struct lockset *l = g->d->lockset;
	struct index index = { .joined = joins };

	make_index(g, &index);
	for (uint32_t i = 0; i < l->event.n; i++) {
		struct waiting w = { .g = g, .index = &index, .l = l, .at = &l->event.at[i] };
		uint32_t n;
		const struct held *h = lockset_get(l, w.at->held, &n);
		for (uint32_t k = 0; k < n && w.at->kind != LOCKSET_SIGNAL; k++) {
			bool blocks;
			w.lock = h[k].term;
			w.shared = h[k].flags & HELD_SHARED;
			w.last = 0;
			if ((h[k].flags & HELD_CONTEXT) || w.lock == w.at->on || is_token(l, &h[k]) ||
			    ((w.at->row->flags & MODEL_SEMAPHORE) && !lockset_is_signal(l, w.at->on)))
				continue;
			blocks = w.at->kind == LOCKSET_JOIN
					 ? join_blocks(&w)
					 : signal_blocks(&w, w.at->kind == LOCKSET_WAIT ? LOCKSET_SIGNAL : LOCKSET_BARRIER);
			if (blocks)
				tell(&w);
		}
	}
	if (joins)
		find_own(g);
}
