#include "base/store/groups.h"
#include "threads/running.h"

/* Which events wait for each class, and which classes are never waited for. */
static void list_joins(struct running *r)
{
	struct threads *t = r->t;
	struct groups g;
	struct arena scratch;
	uint32_t *last, *first, *event;

	arena_init(&scratch, "threads scratch");
	last = arena_array(&scratch, r->class.n, sizeof *last); /* by class: the join that was looked at last, + 1 */
	groups_begin(&g, r->class.n);
	for (uint32_t i = 0; i < r->joined.n; i++) {
		uint32_t n;
		const uint32_t *at = slot_children(r, r->joined.at[i].slot, &n);
		for (uint32_t k = 0; k < n; k++) {
			uint32_t class = r->child.at[at[k]].child;
			if (last[class] != i + 1)
				groups_add(&g, class, r->joined.at[i].event);
			last[class] = i + 1;
		}
	}
	groups_end(&g, &scratch, &first, &event);
	for (uint32_t k = 1; k < r->class.n; k++) {
		t->thread.at[k].join = t->join.n;
		t->thread.at[k].njoins = first[k + 1] - first[k];
		for (uint32_t i = first[k]; i < first[k + 1]; i++)
			*vec_add(t->arena, &t->join) = event[i];
	}
	arena_release(&scratch);
}

/* Detached when started, or by a call that can only mean it. */
static void find_detached(struct running *r)
{
	for (uint32_t i = 1; i < r->c->event.n; i++) {
		const struct event *e = &r->c->event.at[i];
		uint32_t term = event_is(e->row, EVENT_DETACH) ? only_term(r, e->on) : 0, at, n = 0;
		const uint32_t *child;
		struct term t = { 0 };
		if (term)
			t = term_get(&r->c->terms, term);
		at = t.kind == TERM_THREAD ? map_get(&r->start_at, map_pair(t.a, t.b)) : 0;
		child = at ? slot_children(r, r->start.at[at].slot, &n) : NULL;
		for (uint32_t c = 0; c < n; c++)
			if (r->child.at[child[c]].slot == r->start.at[at].slot)
				r->t->thread.at[r->child.at[child[c]].child].detached = true;
	}
	for (uint32_t c = 0; c < r->child.n; c++) {
		const struct start *s = &r->start.at[r->child.at[c].slot];
		if (r->child.at[c].slot && s->row && s->row->flags & MODEL_DETACHED)
			r->t->thread.at[r->child.at[c].child].detached = true;
	}
	for (uint32_t k = 1; k < r->class.n; k++)
		r->t->thread.at[k].detached = r->t->thread.at[k].detached && !r->t->thread.at[k].njoins;
}

static struct threads *run_once(struct arena *a, const struct contexts *c, const struct running *before)
{
	struct threads *t = arena_new(a, struct threads);
	struct running *r = arena_new(a, struct running);

	*t = (struct threads){ .arena = a, .contexts = c, .running = r };
	*r = (struct running){ .arena = a, .c = c, .p = c->points->p, .t = t, .before = before };
	r->shapes = shapes_make(a, r->p);
	vectors_init(&r->vectors, a);
	classes_make(r);
	effects_make(r);
	do {
		effects_sort(r);
		passages_run(r);
		entries_make(r);
	} while (ends_make(r));
	gates_settle(r);
	running_make(r);
	creations_settle(r);
	openers_find(r);
	for (uint32_t k = 1; k < r->class.n; k++)
		t->thread.at[k].self = bits_has(&r->bits, r->class.at[k].par, k) || bits_has(&r->bits, r->class.at[k].below, k);
	return t;
}

bool threads_any(const struct threads *t)
{
	for (uint32_t k = 1; k < t->running->class.n; k++) {
		const struct class *c = &t->running->class.at[k];
		if (c->kind != ROOT_MAIN && !c->startup && !c->exits)
			return true;
	}
	return false;
}

/* Are there classes of several threads of which one is over before the next one is started, and that was not known before? */
static bool finds_serial(const struct running *r)
{
	for (uint32_t k = 1; k < r->class.n; k++)
		if (class_is_serial(r, k) && !(r->before && class_is_serial(r->before, k)))
			return true;
	return false;
}

/* What is known of a class decides about the joins in it, and so about the threads that it starts: outer ones first, a round
 * each. */
struct threads *threads_run(struct arena *a, const struct contexts *c)
{
	struct threads *t = run_once(a, c, NULL);

	for (uint32_t round = 1; finds_serial(t->running) && !limit_full(LIMIT_threads_rounds, round); round++)
		t = run_once(a, c, t->running);
	dispatch_make(t->running);
	apart_functions(t->running);
	list_joins(t->running);
	find_detached(t->running);
	firsts_make(t->running);
	selves_finish(t->running);
	stays_find(t->running);
	return t;
}
