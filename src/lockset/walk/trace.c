/* Backtraces. The links of nodes lead back to the entry of the function; where a lock came out of a call, its trace is spliced in
 * from the exit of the callee; where the function was entered with it, the trace goes on in the caller (racerx, section 3,
 * "Practical issues"). */
#include "lockset/walk/engine.h"

#include <string.h>

#include "base/recogniser.h"

enum { LONGEST_CHAIN = 12, MOST_FRAMED = 256 }; /* calls that are printed; the most that limits.def allows */

struct tracer {
	const struct engine *e;
	struct names *names;
	uint32_t context, node, name;
	uint32_t calls, conditions, hops, guesses, lasts, flagged;
};

static const struct lockset_node *node_of(const struct tracer *t, uint32_t node)
{
	return chunks_at(&t->e->out->node, t->e->out->context.at[t->context].node + node);
}

static const struct held *held_at(const struct lockset *l, uint32_t set, uint32_t name)
{
	uint32_t n;
	const struct held *h = lockset_get(l, set, &n);

	for (uint32_t i = 0; i < n; i++)
		if (h[i].term == name)
			return &h[i];
	return NULL;
}

static const struct outline_event *event_at(const struct tracer *t, uint32_t point)
{
	const struct outlines *o = &t->e->o;
	const struct outline *f = &o->of[t->e->out->context.at[t->context].fn.i];
	const struct outline_block *b = outline_block(o, f, outline_block_of(o, f, point));

	return point - b->point < b->nevents ? &o->event.at[b->event + point - b->point] : NULL;
}

/* A call that may mean n functions is worth log2 n bits of doubt; `at` is the node before it. */
static uint32_t guess(const struct tracer *t, const struct lockset_node *at, const struct outline_event *ev, struct fn_id callee)
{
	uint32_t bits = 0;
	struct now now;

	now_load(t->e, &now, 0, at->facts);
	for (uint32_t n = now_choices(t->e, &now, ev, callee); n > 1; n = (n + 1) / 2)
		bits++;
	return bits;
}

/* Into the callee that the lock came out of: the lock there that the caller calls `name`. */
static bool splice(struct tracer *t, const struct lockset_node *at, const struct outline_event *ev)
{
	const struct lockset *l = t->e->out;
	const struct lockset_exit *exit = &l->exit.at[at->exit];
	const struct outline *f = &t->e->o.of[l->context.at[at->callee].fn.i];
	uint32_t n, best = 0, class = name_class(t->names, t->name);
	struct name_arg arg[OUTLINE_WORDS];
	struct name_call words = outline_words(&t->e->o, ev, f->fn, arg);
	const struct held *h = lockset_get(l, exit->lockset, &n);

	words.returned = f->returned;
	words.result = ev->result;
	for (uint32_t i = 0; i < n; i++) {
		if (h[i].flags & HELD_ENTERED)
			continue;
		if (name_leave(t->names, h[i].term, &words) == t->name)
			best = h[i].term;
		else if (!best &&
			 (name_ground(t->names, h[i].term) == t->name || (class && name_class(t->names, h[i].term) == class)))
			best = h[i].term;
	}
	if (!best)
		return false;
	t->guesses += guess(t, node_of(t, at->before - 1), ev, f->fn);
	t->context = at->callee;
	t->node = exit->node;
	t->name = best;
	t->calls++;
	return true;
}

/* Out to the caller that held it. */
static bool go_out(struct tracer *t)
{
	const struct lockset *l = t->e->out;
	struct lockset_context c = l->context.at[t->context], up = l->context.at[c.from];
	uint32_t class = name_class(t->names, t->name);
	struct name_arg arg[OUTLINE_WORDS];

	if (!c.from)
		return false;
	t->context = c.from;
	for (uint32_t i = 0; i < up.nnodes; i++) {
		const struct lockset_node *at = chunks_at(&l->node, up.node + i);
		const struct outline_event *ev = event_at(t, at->point);
		struct name_call words;
		uint32_t n;
		const struct held *h = lockset_get(l, at->lockset, &n);
		if (!ev || ev->kind != OUTLINE_CALL || ev->inst != c.inst)
			continue;
		words = outline_words(&t->e->o, ev, c.fn, arg);
		for (uint32_t k = 0; k < n; k++) {
			uint32_t down = name_enter(t->names, h[k].term, &words);
			if (down != t->name && (down || !class || name_class(t->names, h[k].term) != class) &&
			    name_ground(t->names, h[k].term) != t->name)
				continue;
			t->node = i;
			t->name = h[k].term;
			t->calls++;
			t->guesses += guess(t, at, ev, c.fn);
			t->flagged += ev->flagged;
			return true;
		}
	}
	return false;
}

static bool is_branch(const struct tracer *t, uint32_t point)
{
	const struct outlines *o = &t->e->o;
	const struct outline *f = &o->of[t->e->out->context.at[t->context].fn.i];
	const struct outline_block *b = outline_block(o, f, outline_block_of(o, f, point));

	return point - b->point == b->nevents && b->nnext > 1;
}

/* From one node to the next only if this was the last reference: who holds a lock of the thing seldom gives that one back. */
static uint32_t last_between(const struct tracer *t, const struct lockset_node *before, const struct lockset_node *at)
{
	const struct outlines *o = &t->e->o;
	const struct outline *f = &o->of[t->e->out->context.at[t->context].fn.i];
	const struct outline_block *b = outline_block(o, f, outline_block_of(o, f, before->point));

	if (before->point - b->point != b->nevents || b->counts == COUNT_NOT || b->nnext < 2)
		return 0;
	if (b->counts == COUNT_ASKED)
		return LAST_ASKED;
	if (outline_block(o, f, o->next.at[b->next + (b->counts == COUNT_SECOND)])->point != at->point)
		return 0;
	return RECOGNISED(lockset_counter, !counter_is_made(t->e, t->context, b->counter)) ? LAST_GONE : 0;
}

uint32_t lockset_guesses(const struct lockset *l, uint32_t context, uint32_t node, struct fn_id callee)
{
	struct tracer t = { .e = l->engine, .context = context };
	const struct outline_event *ev = event_at(&t, node_of(&t, node)->point);

	return ev && ev->kind == OUTLINE_CALL ? guess(&t, node_of(&t, node), ev, callee) : 0;
}

void lockset_way(const struct lockset *l, uint32_t context, uint32_t node, uint32_t *conditions, uint32_t *lasts)
{
	struct tracer t = { .e = l->engine, .context = context };

	for (const struct lockset_node *at = node_of(&t, node), *before; at->before; at = before) {
		before = node_of(&t, at->before - 1);
		*conditions += is_branch(&t, before->point);
		*lasts += last_between(&t, before, at);
	}
}

/* The first node of the caller that a context is called from. */
static uint32_t node_above(const struct lockset *l, uint32_t context)
{
	const struct lockset_context *c = &l->context.at[context];
	struct tracer t = { .e = l->engine, .context = c->from };
	uint32_t node = 0;

	for (; node + 1 < l->context.at[c->from].nnodes; node++) {
		const struct outline_event *ev = event_at(&t, node_of(&t, node)->point);
		if (ev && ev->kind == OUTLINE_CALL && ev->inst == c->inst)
			break;
	}
	return node;
}

uint32_t lockset_lasts_above(const struct lockset *l, uint32_t context, uint32_t node)
{
	uint32_t lasts = 0, conditions = 0;

	for (uint32_t hops = 0;; hops++) {
		lockset_way(l, context, node, &conditions, &lasts);
		if (!l->context.at[context].from || limit_full(LIMIT_lockset_trace, hops))
			return lasts;
		node = node_above(l, context);
		context = l->context.at[context].from;
	}
}

/* Going round a loop gives the lock of the last round the name of its kind: what it was called before. 0: not found. */
static uint32_t name_before(const struct tracer *t, uint32_t lockset)
{
	uint32_t n, found = 0;
	const struct held *h = lockset_get(t->e->out, lockset, &n);

	for (uint32_t i = 0; i < n; i++)
		if (h[i].term != t->name && !(h[i].flags & HELD_CONTEXT) &&
		    (name_class(t->names, h[i].term) == t->name || name_ground(t->names, h[i].term) == t->name))
			found = h[i].term;
	return found;
}

bool lockset_taken(const struct lockset *l, uint32_t context, uint32_t node, uint32_t name, struct lock_taken *out)
{
	struct tracer t = {
		.e = l->engine, .names = (struct names *)(uintptr_t)&l->names, .context = context, .node = node, .name = name
	};

	while (!limit_full(LIMIT_lockset_trace, t.hops)) {
		const struct lockset_node *at = node_of(&t, t.node), *before;
		const struct outline_event *ev;
		if (!at->before) {
			t.hops++;
			if (!held_at(l, at->lockset, t.name) || !go_out(&t))
				return false;
			continue;
		}
		before = node_of(&t, at->before - 1);
		if (held_at(l, before->lockset, t.name)) {
			t.conditions += is_branch(&t, before->point);
			t.lasts += last_between(&t, before, at);
			t.node = at->before - 1;
			continue;
		}
		ev = event_at(&t, before->point);
		if (at->callee && ev) {
			t.hops++;
			if (splice(&t, at, ev))
				continue;
		}
		if (!ev) {
			t.name = name_before(&t, before->lockset);
			if (!t.name)
				return false;
			t.conditions += is_branch(&t, before->point);
			t.node = at->before - 1;
			continue;
		}
		*out = (struct lock_taken){ ev->fn,	  ev->at,    t.context, at->before - 1, t.calls,
					    t.conditions, t.guesses, t.lasts,	t.flagged };
		return true;
	}
	return false;
}

bool lockset_is_cut(const struct lockset *l, uint32_t context, uint32_t node)
{
	struct now now;

	now_load(l->engine, &now, chunks_at(&l->node, l->context.at[context].node + node)->lockset, 0);
	return now_runs(l->engine, &now, RUNNING_CUT);
}

struct lock_taken lockset_wanted(const struct lockset *l, const struct lock_order *x)
{
	struct tracer t = { .e = l->engine };
	const struct outline_event *ev;

	while (x->below)
		x = chunks_at(&l->open, x->below - 1);
	t.context = x->context;
	ev = event_at(&t, node_of(&t, x->node)->point);
	CHECK(ev, "an order without an operation");
	return (struct lock_taken){ .fn = ev->fn, .inst = ev->at, .context = x->context, .node = x->node };
}

/* The lock may be held where the order was said last, or have been taken by the callee: the deepest place where it is in the lock
 * set. */
bool lockset_order_taken(const struct lockset *l, const struct lock_order *x, struct lock_taken *out)
{
	struct names *names = (struct names *)(uintptr_t)&l->names;
	uint32_t ground = x->held;

	for (bool first = true;; first = false) {
		struct lockset_context c = l->context.at[x->context];
		uint32_t n, class = name_class(names, ground);
		const struct held *h = lockset_get(l, chunks_at(&l->node, c.node + x->node)->lockset, &n);
		for (uint32_t i = 0; i < n; i++) {
			bool like = class && name_class(names, h[i].term) == class;
			bool same = first ? name_ground(names, h[i].term) == ground : h[i].term == x->held || like;
			if ((same || h[i].term == x->held) && lockset_taken(l, x->context, x->node, h[i].term, out))
				return true;
		}
		if (!x->below)
			return false;
		x = chunks_at(&l->open, x->below - 1);
	}
}

/* ---- who took it ---- */

struct framer {
	const struct lockset *l;
	struct names *names;
	uint32_t lock;
	struct lock_frame *out;
	uint32_t n;
	enum limit most; /* that `out` has room for */
	uint32_t todo[MOST_FRAMED], ntodo, done; /* contexts that were entered with the lock */
	bool full;
};

/* A lock that is no variable has other names in other functions. */
static bool set_holds(const struct framer *f, uint32_t set)
{
	bool global = name_is_global(f->names, f->lock);
	uint32_t n;
	const struct held *h = lockset_get(f->l, set, &n);

	for (uint32_t i = 0; i < n; i++) {
		uint32_t name = name_ground(f->names, h[i].term);
		if (name == f->lock || (!global && name_may_alias(f->names, name, f->lock)))
			return true;
	}
	return false;
}

/* A thread is at this node, with the lock: it was taken in this context, or by a caller. */
static void add_frame(struct framer *f, uint32_t context, uint32_t inst)
{
	struct fn_id fn = f->l->context.at[context].fn;

	if (set_holds(f, f->l->context.at[context].lockset)) {
		for (uint32_t i = 0; i < f->ntodo; i++)
			if (f->todo[i] == context)
				return;
		f->full = f->full || limit_full(LIMIT_lockset_frames, f->ntodo);
		if (!f->full)
			f->todo[f->ntodo++] = context;
		return;
	}
	for (uint32_t i = 0; i < f->n; i++)
		if (f->out[i].fn.i == fn.i && f->out[i].inst == inst)
			return;
	f->full = f->full || limit_full(f->most, f->n);
	if (!f->full)
		f->out[f->n++] = (struct lock_frame){ fn, inst };
}

static bool event_calls(const struct outlines *o, const struct outline_event *ev, struct fn_id fn)
{
	for (uint32_t i = 0; ev && ev->kind == OUTLINE_CALL && i < ev->ntargets; i++)
		if (o->target.at[ev->target + i].i == fn.i)
			return true;
	return false;
}

/* The calls of a function in one context of a caller, with the lock held; whether there are any. */
static bool add_callers(struct framer *f, uint32_t context, struct fn_id callee)
{
	struct lockset_context c = f->l->context.at[context];
	struct tracer t = { .e = f->l->engine, .context = context };
	bool any = false;

	for (uint32_t i = 0; i < c.nnodes && !f->full; i++) {
		const struct lockset_node *at = chunks_at(&f->l->node, c.node + i);
		const struct outline_event *ev = event_at(&t, at->point);
		if (!event_calls(&f->l->engine->o, ev, callee) || !set_holds(f, at->lockset))
			continue;
		add_frame(f, context, ev->inst);
		any = true;
	}
	return any;
}

/* From the instruction in the context, up to all who have taken the lock. */
static uint32_t frames_above(struct framer *f, uint32_t context, uint32_t inst)
{
	const struct lockset *l = f->l;
	const struct call_index *up = &l->engine->up;
	bool global = name_is_global(&l->names, f->lock);

	add_frame(f, context, inst);
	while (f->done < f->ntodo && !f->full) {
		uint32_t c = f->todo[f->done++];
		for (uint32_t i = up->first[c]; i < up->first[c + 1] && !f->full; i++)
			if (!add_callers(f, up->other[i], l->context.at[c].fn) && !global)
				f->full = true; /* the caller has another name for it */
	}
	return f->full ? 0 : f->n;
}

uint32_t lockset_order_frames(const struct lockset *l, const struct lock_order *x, struct lock_frame *out, enum limit most)
{
	struct framer f = { .l = l, .names = (struct names *)(uintptr_t)&l->names, .lock = x->held, .out = out, .most = most };

	return name_is_global(&l->names, x->held) ? frames_above(&f, x->context, x->inst) : 0;
}

static const struct outline_event *event_of(const struct lockset *l, const struct lockset_event *x)
{
	struct tracer t = { .e = l->engine, .context = x->context };

	return event_at(&t, chunks_at(&l->node, l->context.at[x->context].node + x->node)->point);
}

uint32_t lockset_event_frames(const struct lockset *l, const struct lockset_event *x, uint32_t lock, struct lock_frame *out,
			      enum limit most)
{
	struct framer f = { .l = l, .names = (struct names *)(uintptr_t)&l->names, .lock = lock, .out = out, .most = most };
	const struct outline_event *ev = event_of(l, x);

	return ev ? frames_above(&f, x->context, ev->inst) : 0;
}

uint32_t lockset_event_way(const struct lockset *l, const struct lockset_event *x, struct lock_frame *out, enum limit most)
{
	const struct outline_event *ev = event_of(l, x);
	uint32_t n = 0;

	if (!ev)
		return 0;
	out[n++] = (struct lock_frame){ l->context.at[x->context].fn, ev->inst };
	for (uint32_t below = ev->below; below;) {
		const struct outline_below *b = &l->engine->o.below.at[below - 1];
		if (limit_full(most, n))
			return 0;
		out[n++] = (struct lock_frame){ b->fn, b->inst };
		below = b->below;
	}
	return n;
}

bool lockset_is_signal(const struct lockset *l, uint32_t name)
{
	return map_get(&l->engine->signals, name) != 0;
}

/* ---- what a root does ---- */

/* Does who reads wait for who reads, since a writer may stand between them? */
static bool queues(const struct lockset *l, const struct outline_event *ev, uint32_t context)
{
	uint32_t name = name_ground((struct names *)(uintptr_t)&l->names, ev->name);

	return ((ev->flags & HELD_FAIR) || kinds_is_fair(l->engine, name)) && lockset_is_written(l, name, context);
}

static bool context_wants(const struct lockset *l, uint32_t context, const struct lock_wish *wish, struct lock_taken *out)
{
	struct names *names = (struct names *)(uintptr_t)&l->names;
	struct lockset_context c = l->context.at[context];
	struct tracer t = { .e = l->engine, .context = context };

	for (uint32_t i = 0; i < c.nnodes; i++) {
		const struct outline_event *ev = event_at(&t, chunks_at(&l->node, c.node + i)->point);
		if (!ev || ev->kind != OUTLINE_ACQUIRE || (ev->flags & (HELD_TRIED | HELD_CONTEXT)))
			continue;
		*out = (struct lock_taken){ .fn = ev->fn, .inst = ev->at, .context = context, .node = i };
		if (wish->shared && (ev->flags & HELD_SHARED) && !queues(l, ev, context))
			continue;
		if (name_may_alias(names, name_ground(names, ev->name), wish->lock) && wish->fits(wish->with, out))
			return true;
	}
	return false;
}

bool lockset_passed(const struct lockset *l, const struct lock_way *way, uint32_t lock, struct lock_taken *out)
{
	struct names *names = (struct names *)(uintptr_t)&l->names;
	struct tracer t = { .e = l->engine, .names = names, .context = way->context, .node = way->node };

	for (;; t.hops++) {
		struct lockset_context c = l->context.at[t.context];
		for (uint32_t at = t.node + 1; at; at = node_of(&t, at - 1)->before) {
			const struct outline_event *ev = event_at(&t, node_of(&t, at - 1)->point);
			bool takes = ev && ev->kind == OUTLINE_ACQUIRE && !(ev->flags & HELD_CONTEXT);
			bool reads = takes && way->shared && (ev->flags & HELD_SHARED) && !queues(l, ev, t.context);
			if (takes && !reads && !(ev->flags & HELD_TRIED) && name_may_alias(names, name_ground(names, ev->name), lock)) {
				*out = (struct lock_taken){ .fn = ev->fn, .inst = ev->at, .context = t.context, .node = at - 1 };
				return true;
			}
			if (takes && way->since && name_may_alias(names, name_ground(names, ev->name), way->since))
				return false;
		}
		if (!c.from || limit_full(LIMIT_lockset_trace, t.hops))
			return false;
		t.node = node_above(l, t.context);
		t.context = c.from;
	}
}

bool lockset_root_wants(const struct lockset *l, uint32_t root, const struct lock_wish *wish, struct lock_taken *out)
{
	const struct engine *e = l->engine;
	struct arena scratch;
	uint32_t *todo, n = 0, head = 0;
	uint8_t *seen;
	bool found = false;

	arena_init(&scratch, "wants");
	seen = arena_array(&scratch, l->context.n, 1);
	todo = arena_array(&scratch, l->context.n, sizeof *todo);
	todo[n++] = l->root.at[root].context;
	seen[todo[0]] = 1;
	while (head < n && !found) {
		uint32_t c = todo[head++];
		found = context_wants(l, c, wish, out);
		for (uint32_t i = e->down.first[c]; i < e->down.first[c + 1]; i++)
			if (!seen[e->down.other[i]])
				seen[e->down.other[i]] = 1, todo[n++] = e->down.other[i];
	}
	arena_release(&scratch);
	return found;
}

/* ---- in words ---- */

struct finding_place lockset_place(struct arena *a, const struct lockset *l, struct fn_id fn, uint32_t inst)
{
	const struct program *p = l->points->p;
	struct finding_place place = { "", 0, 0 };
	struct arena scratch;
	struct body b = { 0 };
	const struct loc *at;

	arena_init(&scratch, "place");
	body_get(&scratch, p, fn, &b);
	at = &b.loc.at[b.inst.at[inst].loc];
	place = (struct finding_place){ arena_string(a, at->file.i ? program_str(p, at->file) : ""), at->line, at->column };
	arena_release(&scratch);
	return place;
}

const char *lockset_chain(struct arena *a, const struct lockset *l, uint32_t context)
{
	uint32_t chain[LONGEST_CHAIN], n = 0;
	const char *text = "";
	bool cut;

	for (uint32_t c = context; c && n < LONGEST_CHAIN; c = l->context.at[c].from)
		chain[n++] = c;
	cut = l->context.at[chain[n - 1]].from != 0;
	if (cut)
		text = "... > ";
	while (n--)
		text = arena_format(a, "%s%s%s", text, program_fn_name(l->points->p, l->context.at[chain[n]].fn), n ? " > " : "");
	return text;
}

/* The call in a function that stands for an operation unfolded from elsewhere. */
static uint32_t unfolded_at(const struct outlines *o, struct fn_id fn, const struct outline_event *ev)
{
	const struct outline *f = &o->of[fn.i];

	for (uint32_t b = f->block; b < f->block + f->nblocks; b++)
		for (uint32_t i = o->block.at[b].event; i < o->block.at[b].event + o->block.at[b].nevents; i++)
			if (o->event.at[i].fn.i == ev->fn.i && o->event.at[i].at == ev->at)
				return o->event.at[i].inst;
	return UINT32_MAX;
}

const char *lockset_below(struct arena *a, const struct lockset *l, uint32_t context, uint32_t node)
{
	struct tracer t = { .e = l->engine, .context = context };
	const struct outline_event *ev = event_at(&t, node_of(&t, node)->point);
	const struct program *p = l->points->p;
	struct fn_id fn = l->context.at[context].fn;
	const char *text = "";

	for (uint32_t i = 0; ev && ev->unfolded && fn.i != ev->fn.i && i < LONGEST_CHAIN; i++) {
		uint32_t inst = unfolded_at(&l->engine->o, fn, ev);
		struct sym_id callee = { 0 };
		struct arena scratch;
		struct body b = { 0 };
		if (inst == UINT32_MAX)
			break;
		arena_init(&scratch, "below");
		body_get(&scratch, p, fn, &b);
		if (inst < b.inst.n && b.inst.at[inst].op == OP_call)
			callee = body_callee(p, &b, &b.inst.at[inst]);
		arena_release(&scratch);
		fn = callee.i ? program_sym(p, callee)->fn : (struct fn_id){ 0 };
		if (!fn.i)
			break;
		text = arena_format(a, "%s > %s", text, program_fn_name(p, fn));
	}
	return text;
}

const struct lockset_root *lockset_root_above(const struct lockset *l, uint32_t context)
{
	uint32_t root;

	while (l->context.at[context].from)
		context = l->context.at[context].from;
	root = map_get(&l->root_of, context);
	return root ? &l->root.at[root] : NULL;
}

/* The call that starts a root, by its name: "pthread_create"; where that is not to be had, what it does. */
static const char *starter(const struct lockset *l, const struct lockset_root *r)
{
	const struct program *p = l->points->p;
	const char *name = r->kind == ROOT_THREAD ? "start" : r->kind == ROOT_TASK ? "queue" : "register";
	struct sym_id callee = { 0 };
	struct body b = { 0 };
	struct arena a;

	arena_init(&a, "starter");
	body_get(&a, p, r->spawner, &b);
	if (r->inst < b.inst.n && b.inst.at[r->inst].op == OP_call)
		callee = body_callee(p, &b, &b.inst.at[r->inst]);
	if (callee.i)
		name = program_str(p, program_sym(p, callee)->name); /* of the program, not of the arena */
	arena_release(&a);
	return name;
}

const char *lockset_thread(struct arena *a, const struct lockset *l, uint32_t context)
{
	const struct lockset_root *r = lockset_root_above(l, context);

	if (!r || !r->spawner.i)
		return "";
	return arena_format(a, "%s > %s(%s)", program_fn_name(l->points->p, r->spawner), starter(l, r),
			    program_fn_name(l->points->p, r->fn));
}
