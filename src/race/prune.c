#include "race/prune.h"

#include "race/build.h"

enum { COMPARED_MOST = 1 << 14 }; /* pairs of places of one clash; more count as possible */

/* ---- places ---- */

/* The lock that both surely hold there, as the contexts know it; 0: none. */
static uint32_t lock_of_both(const struct races *r, const struct leaf *a, const struct leaf *b)
{
	const struct contexts *c = r->contexts;
	uint32_t n, m;
	const struct lock *x = contexts_locks(c, contexts_held(c, r->node.at[a->node].context, a->inst), &n);
	const struct lock *y = contexts_locks(c, contexts_held(c, r->node.at[b->node].context, b->inst), &m);

	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < m; k++)
			if (x[i].certain && y[k].certain && x[i].term == y[k].term && x[i].family == y[k].family && !(x[i].shared && y[k].shared))
				return x[i].term;
	return 0;
}

static bool is_owned(uint8_t whose)
{
	return whose != WHOSE_SHARED && whose != WHOSE_INDEXED;
}

/* By the calls that lead there, or by the places themselves: both are right, and either may know more. */
static enum apart apart_of(const struct races *r, uint32_t s, const struct leaf *a, uint32_t t, const struct leaf *b)
{
	struct spot x = { s, r->node.at[a->node].context, a->inst }, y = { t, r->node.at[b->node].context, b->inst };
	enum apart apart = threads_apart(r->threads, a->order, b->order);

	return apart == APART_NOT ? threads_apart(r->threads, x, y) : apart;
}

struct verdict prune_places(struct races *r, uint32_t thread_a, struct leaf *a, uint32_t thread_b, struct leaf *b)
{
	enum apart apart = apart_of(r, thread_a, a, thread_b, b);
	uint32_t lock;

	if (apart != APART_NOT)
		return (struct verdict){ .prune = PRUNE_APART, .detail = (uint8_t)apart };
	lock = lock_of_both(r, a, b);
	if (lock)
		return (struct verdict){ .prune = PRUNE_LOCK, .lock = lock };
	leaf_ask_owner(r, thread_a, a);
	if (is_owned(a->whose) && !(r->leaked && a->whose == WHOSE_FRESH))
		return (struct verdict){ .prune = PRUNE_OWNED, .detail = a->whose };
	leaf_ask_owner(r, thread_b, b);
	if (is_owned(b->whose) && !(r->leaked && b->whose == WHOSE_FRESH))
		return (struct verdict){ .prune = PRUNE_OWNED, .detail = b->whose };
	if (a->whose == WHOSE_INDEXED && b->whose == WHOSE_INDEXED && a->key && a->key == b->key)
		return (struct verdict){ .prune = PRUNE_OWNED, .detail = WHOSE_INDEXED };
	return (struct verdict){ .prune = PRUNE_NOT };
}

/* ---- clashes ---- */

/* Some two places that can conflict, the shortest ones first; if there are none, the first reason. */
static void compare_places(struct races *r, struct clash *c)
{
	uint32_t s = r->use.at[c->a].thread, t = r->use.at[c->b].thread, left = COMPARED_MOST;
	struct walk x = *walk_get(r, c->a), y = *walk_get(r, c->b);

	if ((!x.nleaves && !x.cut) || (!y.nleaves && !y.cut)) {
		c->verdict = (struct verdict){ .prune = PRUNE_UNREACHED };
		return;
	}
	for (uint32_t i = x.leaf; i < x.leaf + x.nleaves; i++)
		for (uint32_t k = y.leaf; k < y.leaf + y.nleaves; k++) {
			struct verdict v = prune_places(r, s, &r->leaf.at[i], t, &r->leaf.at[k]);
			bool first = !c->leaf_a;
			if (first || v.prune == PRUNE_NOT || !left) {
				c->verdict = left ? v : (struct verdict){ 0 };
				c->leaf_a = i;
				c->leaf_b = k;
			}
			if (v.prune == PRUNE_NOT || !left--)
				return;
		}
	if (x.cut || y.cut)
		c->verdict = (struct verdict){ .prune = PRUNE_NOT };
}

/* ---- what was handed over by a race ---- */

/* The address that this side has the object's own address from, for each of the pointers on the way; 0: there are no more. */
static uint32_t next_source(const struct races *r, uint32_t *term)
{
	while (r->term[*term].kind == TERM_FIELD || r->term[*term].kind == TERM_INDEX)
		*term = r->term[*term].base;
	if (r->term[*term].kind != TERM_LOAD && r->term[*term].kind != TERM_RESULT)
		return 0;
	*term = r->term[*term].base;
	return *term;
}

static bool got_by_race(const struct races *r, const struct map *racy, const struct use *u)
{
	uint32_t term = u->at, address;

	while ((address = next_source(r, &term)))
		if (map_get(racy, map_pair(u->thread, address)))
			return true;
	return false;
}

/* An object that nobody else has yet is its maker's own, and the others see it as it was when it was published: but only if they got it
 * in order. Who reads the pointer without any order has no promise about what is behind it (double-checked locking). */
void prune_leaked(struct races *r)
{
	struct map racy = { 0 };
	struct arena scratch;

	arena_init(&scratch, "race leaked");
	for (uint32_t i = 1; i < r->clash.n; i++) {
		const struct clash *c = &r->clash.at[i];
		if (c->verdict.prune == PRUNE_NOT && !((r->use.at[c->a].flags | r->use.at[c->b].flags) & ACCESS_FREE))
			map_put(&scratch, &racy, map_pair(r->use.at[c->b].thread, r->use.at[c->b].at), 1);
	}
	for (uint32_t i = 1; i < r->clash.n; i++) {
		struct clash *c = &r->clash.at[i];
		if (c->verdict.prune != PRUNE_OWNED || c->verdict.detail != WHOSE_FRESH)
			continue;
		if (!got_by_race(r, &racy, &r->use.at[c->b]) && !got_by_race(r, &racy, &r->use.at[c->a]))
			continue;
		r->leaked = true;
		c->leaf_a = c->leaf_b = 0;
		prune_clash(r, c);
		c->leaked = c->verdict.prune == PRUNE_NOT;
		r->leaked = false;
	}
	arena_release(&scratch);
}

static bool is_benign(struct races *r, const struct use *u)
{
	struct sym_id sym = use_variable(r, u);
	struct arena scratch;
	const char *field;
	bool benign = sym.i && model_find_in(r->points->models, MODEL_BENIGN_SPACE, MODEL_SYMBOL, program_str(r->p, program_sym(r->p, sym)->name));

	if (benign)
		return true;
	arena_init(&scratch, "race scratch");
	field = name_field(&scratch, r, u);
	benign = field && model_find_in(r->points->models, MODEL_BENIGN_SPACE, MODEL_FIELD, field);
	arena_release(&scratch);
	return benign;
}

/* What C provides for: a signal handler and what it interrupts may share a volatile variable that is read and written at once. */
static bool is_signalled(const struct races *r, const struct use *a, const struct use *b)
{
	const struct root *x = &r->contexts->root.at[r->threads->thread.at[a->thread].root], *y = &r->contexts->root.at[r->threads->thread.at[b->thread].root];
	bool handler = (x->kind == ROOT_HANDLER && x->model == MODEL_KIND_SIGNAL) || (y->kind == ROOT_HANDLER && y->model == MODEL_KIND_SIGNAL);

	return handler && a->flags & b->flags & ACCESS_VOLATILE && a->size == b->size && a->size && a->size <= sizeof(int);
}

static bool is_large(const struct races *r, const struct use *u)
{
	uint32_t n;

	for (uint32_t i = 0; i < u->ncells; i++) {
		(void)points_objects(r->points, r->cell.at[u->cell + i].class, &n);
		if (n > r->filters.large_points_to)
			return true;
	}
	return false;
}

static bool is_boot(const struct races *r, uint32_t thread)
{
	uint8_t kind = r->contexts->root.at[r->threads->thread.at[thread].root].kind;

	return kind == ROOT_MAIN || kind == ROOT_SINGLE;
}

static enum filter filtered(const struct races *r, const struct use *a, const struct use *b)
{
	const struct race_filters *f = &r->filters;
	const struct thread *s = &r->threads->thread.at[a->thread], *t = &r->threads->thread.at[b->thread];

	if (f->thread_local_alloc && (a->made || b->made))
		return FILTER_THREAD_LOCAL_ALLOC;
	if (f->large_points_to && (is_large(r, a) || is_large(r, b)))
		return FILTER_LARGE_POINTS_TO;
	if (f->boot_thread && (is_boot(r, a->thread) || is_boot(r, b->thread)))
		return FILTER_BOOT_THREAD;
	if (f->same_entry && r->contexts->root.at[s->root].fn.i == r->contexts->root.at[t->root].fn.i)
		return FILTER_SAME_ENTRY;
	return FILTER_NONE;
}

void prune_clash(struct races *r, struct clash *c)
{
	const struct use *a = &r->use.at[c->a], *b = &r->use.at[c->b];
	enum filter filter;

	compare_places(r, c);
	if (c->verdict.prune != PRUNE_NOT)
		return;
	if (c->alias != ALIAS_MUST && members_differ(r->p, a->member, b->member))
		c->verdict = (struct verdict){ .prune = PRUNE_TYPE };
	else if (is_signalled(r, a, b))
		c->verdict = (struct verdict){ .prune = PRUNE_SIGNAL };
	else if (is_benign(r, a) || is_benign(r, b))
		c->verdict = (struct verdict){ .prune = PRUNE_BENIGN };
	else if ((filter = filtered(r, a, b)) != FILTER_NONE)
		c->verdict = (struct verdict){ .prune = PRUNE_FILTER, .detail = (uint8_t)filter };
}

/* ---- words ---- */

static const char *const apart_words[APARTS] = {
	[APART_SAME] = "one thread",
	[APART_BEFORE] = "before the other thread is started",
	[APART_JOINED] = "joined",
	[APART_WORKER] = "tasks of one worker",
	[APART_BARRIER] = "a barrier in between",
	[APART_GATE] = "handed over",
	[APART_ONCE] = "once",
	[APART_PHASE] = "start-up, exit, or never reached",
};

static const char *const whose_words[WHOSE_WORDS] = {
	[WHOSE_ONE_THREAD] = "owned: only one thread reaches it",
	[WHOSE_STACK] = "owned: on the stack",
	[WHOSE_TLS] = "owned: thread-local",
	[WHOSE_FRESH] = "owned: not yet published",
	[WHOSE_TAKEN] = "owned: taken out of a shared structure",
	[WHOSE_INDEXED] = "owned: each thread has its own index",
	[WHOSE_GONE] = "owned: all others have ended",
};

static const char *const filter_words[FILTERS] = {
	[FILTER_THREAD_LOCAL_ALLOC] = "filter: thread-local-alloc",
	[FILTER_LARGE_POINTS_TO] = "filter: large-points-to",
	[FILTER_BOOT_THREAD] = "filter: boot-thread",
	[FILTER_SAME_ENTRY] = "filter: same-entry",
};

const char *verdict_words(struct arena *a, const struct races *r, const struct verdict *v)
{
	switch (v->prune) {
	case PRUNE_LOCK:
		return arena_format(a, "same lock by another name: %s", name_context_lock(a, r, v->lock));
	case PRUNE_APART:
		return apart_words[v->detail];
	case PRUNE_OWNED:
		return whose_words[v->detail];
	case PRUNE_TYPE:
		return "different types";
	case PRUNE_UNREACHED:
		return "no call leads there in this thread";
	case PRUNE_SIGNAL:
		return "volatile, for a signal handler";
	case PRUNE_BENIGN:
		return "declared benign";
	case PRUNE_FILTER:
		return filter_words[v->detail];
	default:
		return "race";
	}
}
