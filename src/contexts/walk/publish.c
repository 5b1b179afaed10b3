/* Which objects other threads can get at. Everything that is not a stack slot or a block of the activation that runs is
 * anybody's. A block is its maker's own until its address is stored or handed on: a mark in the facts, as it depends on the path.
 * A slot is published for good, wherever and in whatever round its address was stored or handed to a thread. This is often found
 * when the slot has been used already: so stores to slots are logged in any case, and who reads one asks the log, which has no
 * answer as long as the slot is not published (log.c). Who asked too early, or put a block there, which would have to be marked
 * on the way, is run again in the same round: what it finds then comes to what it found, of which nothing is wrong for others who
 * do get there, only not all. Where nobody is to be run again, at a root, the round is explored again (explorer.late). */
#include "contexts/walk/explore.h"

/* A block that this activation made. */
bool heap_is_own(const struct terms *t, uint32_t root, uint32_t fn)
{
	struct term k = term_get(t, root);

	return k.kind == TERM_HEAP && (k.base ? term_get(t, k.base).a : k.a) == fn;
}

uint32_t published_mark(struct explorer *e, uint32_t root)
{
	return term_make(e->terms, &(struct term){ .kind = TERM_MARK, .base = root, .b = 1 });
}

/* ---- stack slots ---- */

bool slot_is_published(const struct explorer *e, uint32_t root)
{
	return map_get(e->published, root);
}

/* The address of `held` is stored in `root`, which is not published: if it becomes so, both are. */
static void slot_holds(struct explorer *e, uint32_t root, uint32_t held)
{
	uint32_t *first = map_at(e->scratch, &e->holds, root);

	for (uint32_t i = *first; i; i = e->slot.at[i].next)
		if (e->slot.at[i].root == held)
			return;
	if (!e->slot.n)
		(void)vec_add(e->scratch, &e->slot);
	*vec_add(e->scratch, &e->slot) = (struct contexts_slot){ held, *first };
	*first = e->slot.n - 1;
}

void slot_used(struct explorer *e, uint32_t root, uint32_t asking)
{
	uint32_t *first;

	if (!e->exploring)
		return;
	first = map_at(e->scratch, &e->early_at, root);
	if (!e->done.n) { /* element 0 of each table is none */
		(void)vec_add(e->scratch, &e->done);
		(void)vec_add(e->scratch, &e->early);
	}
	if (!e->doing_number && e->doing.at.context) {
		*vec_add(e->scratch, &e->done) = e->doing;
		e->doing_number = e->done.n - 1;
	}
	if (*first && e->early.at[*first].doing == e->doing_number && e->early.at[*first].asking == asking)
		return;
	*vec_add(e->scratch, &e->early) = (struct early){ e->doing_number, asking, *first };
	*first = e->early.n - 1;
}

/* Whoever used it before is run again, unless it is told the same. */
static void redo_users(struct explorer *e, uint32_t root)
{
	for (uint32_t i = map_get(&e->early_at, root); i; i = e->early.at[i].next) {
		const struct early early = e->early.at[i];
		if (early.asking && !log_ask_again(e, early.asking - 1))
			continue;
		e->late |= !early.doing;
		if (early.doing)
			*vec_add(e->scratch, &e->redo) = early.doing;
	}
}

static void publish_slots(struct explorer *e, uint32_t root)
{
	VEC(uint32_t) work = { 0 };

	*vec_add(e->scratch, &work) = root;
	while (work.n) {
		uint32_t at = work.at[--work.n];
		if (slot_is_published(e, at))
			continue;
		map_put(e->out->arena, e->published, at, 1);
		redo_users(e, at);
		for (uint32_t i = map_get(&e->holds, at); i; i = e->slot.at[i].next)
			*vec_add(e->scratch, &work) = e->slot.at[i].root;
	}
}

/* ---- both ---- */

static bool is_published(struct where *w, uint32_t root)
{
	if (term_get(w->e->terms, root).kind == TERM_STACK)
		return slot_is_published(w->e, root);
	return pairs_get(&w->st->cell, published_mark(w->e, root)) != 0;
}

/* True: it was not before. */
static bool publish_root(struct where *w, uint32_t root)
{
	struct terms *t = w->e->terms;
	bool stack = term_get(t, root).kind == TERM_STACK;

	if (stack ? slot_is_published(w->e, root) : !heap_is_own(t, root, w->slice->fn.i) || is_published(w, root))
		return false;
	if (stack && !w->quiet)
		publish_slots(w->e, root);
	else if (!stack)
		pairs_set(w->e->scratch, &w->st->cell, published_mark(w->e, root), set_of(t, root));
	return true;
}

static bool publish_set(struct where *w, uint32_t set)
{
	uint32_t n;
	const uint32_t *term = set_get(w->e->terms, set, &n);
	bool new = false;

	for (uint32_t i = 0; i < n; i++)
		new |= publish_root(w, term_root(w->e->terms, term[i]));
	return new && !w->quiet;
}

void memory_publish(struct where *w, uint32_t set)
{
	bool again = w->e->threads && publish_set(w, set);

	while (again) {
		again = false;
		for (uint32_t i = 0; i < w->st->cell.n; i++) {
			struct pair cell = w->st->cell.at[i];
			if (term_get(w->e->terms, cell.key).kind != TERM_MARK &&
			    is_published(w, term_root(w->e->terms, cell.key)))
				again |= publish_set(w, cell.set);
		}
	}
}

void memory_publish_in(struct where *w, uint32_t root, uint32_t set)
{
	struct terms *t = w->e->terms;
	uint32_t n;
	const uint32_t *term = set_get(t, set, &n);

	if (!w->e->threads)
		return;
	if (term_get(t, root).kind != TERM_STACK || is_published(w, root)) {
		memory_publish(w, set);
		return;
	}
	for (uint32_t i = 0; i < n; i++) {
		uint32_t held = term_root(t, term[i]);
		if (term_get(t, held).kind == TERM_STACK)
			slot_holds(w->e, root, held);
		else if (heap_is_own(t, held, w->slice->fn.i))
			slot_used(w->e, root, 0);
	}
}

bool memory_is_private(struct where *w, uint32_t term)
{
	struct explorer *e = w->e;
	uint32_t root = term_root(e->terms, term);
	struct term k = term_get(e->terms, root);

	if (root_is_local(e, &k))
		return true;
	return heap_is_own(e->terms, root, w->slice->fn.i) && !memory_is_many(w, term) &&
	       !pairs_get(&w->st->cell, published_mark(e, root));
}
