/* Who runs beside whom.
 *
 * At a place of a class, the vector tells which of its starts may be alive. Alive: the started class runs, and anything below it.
 * Not alive but started once: what that class leaves behind when it ends (`left`). Both are looked up from there downwards; a
 * class whose only instance was waited for is passed over.
 *
 * Two classes overlap wherever they are (`par`) if one may be running when the other one, or one above it, is started. For two
 * instances, neither above the other, have a nearest common creator; of the two branches below it one was started first, and if
 * they overlap at all, the first one's instance was running or could still be started (is in the set) when the second branch was.
 * A class overlaps with itself by the same rule. If one instance is above the other, the set at the upper one's place tells. */
#include "threads/running.h"

/* ---- sets of running classes ---- */

struct threads_look {
	struct running *r;
	struct arena arena;
	uint32_t vector, mortal; /* mortal: set: classes that the vector may say are dead */
	uint64_t *set, *dead;    /* open sets */
	VEC(uint32_t) work;
};

/* Waited for on every path: the only one in a run, or all that are ever started. */
static bool is_dead(const struct running *r, uint32_t vector, uint32_t class)
{
	const struct class *c = &r->class.at[class];
	uint32_t creator = bits_next(&r->bits, c->creators, 1);
	bool one = r->t->thread.at[class].multiplicity == THREAD_ONE, dead = false;
	const struct class *from;

	if (creator == UINT32_MAX || (!one && bits_next(&r->bits, c->creators, creator + 1) != UINT32_MAX))
		return false;
	from = &r->class.at[creator];
	for (uint32_t i = from->child; i < from->child + from->nchildren; i++) {
		const struct child *x = &r->child.at[i];
		if (x->child != class || (one && !x->slot))
			continue;
		dead = x->slot && (vector_value(&r->vectors, vector, x->slot) |
				   (x->within ? vector_value(&r->vectors, vector, x->within) : 0)) &
					  SPAWN_DEAD;
		if (one || !dead)
			return dead;
	}
	return dead;
}

bool running_is_over(const struct running *r, uint32_t vector, uint32_t class)
{
	uint32_t up = class, creators;

	while (vector && vector != VECTOR_BOTTOM) {
		if (is_dead(r, vector, up))
			return up == class || !bits_has(&r->bits, r->class.at[up].left, class);
		creators = r->class.at[up].creators;
		if (!creators || bits_next(&r->bits, creators, 1) >= up ||
		    bits_next(&r->bits, creators, bits_next(&r->bits, creators, 1) + 1) != UINT32_MAX)
			return false;
		up = bits_next(&r->bits, creators, 1);
	}
	return false;
}

static void add(struct threads_look *l, uint32_t class)
{
	if (bits_add(l->set, class))
		*vec_add(&l->arena, &l->work) = class;
}

static void add_set(struct threads_look *l, uint32_t set)
{
	for (uint32_t k = bits_next(&l->r->bits, set, 1); k != UINT32_MAX; k = bits_next(&l->r->bits, set, k + 1))
		add(l, k);
}

/* The set so far holds the dead, too, so that each is looked at once; they are taken out at the end. Where nobody further down
 * can be dead, all of them run. */
static uint32_t look_down(struct threads_look *l)
{
	struct running *r = l->r;

	while (l->work.n) {
		uint32_t class = l->work.at[--l->work.n];
		const struct class *c = &r->class.at[class];
		if (is_dead(r, l->vector, class)) {
			(void)bits_add(l->dead, class);
			add_set(l, c->left);
		} else if (!bits_meet(&r->bits, c->below, l->mortal)) {
			bits_into(&r->bits, l->set, c->below);
		} else {
			for (uint32_t i = c->child; i < c->child + c->nchildren; i++)
				add(l, r->child.at[i].child);
		}
	}
	for (uint32_t i = 0; i < r->bits.words; i++)
		l->set[i] &= ~l->dead[i];
	return bits_close(&r->bits, l->set);
}

/* Those of a slot of which the vector says that its threads were waited for (is_dead). */
static uint32_t find_mortal(struct threads_look *l)
{
	struct running *r = l->r;
	uint64_t *open = bits_open(&r->bits, &l->arena);
	uint32_t n, nchildren;
	const struct item *item = vector_items(&r->vectors, l->vector, &n);

	for (uint32_t i = 0; i < n; i++) {
		const uint32_t *child = item[i].value & SPAWN_DEAD ? slot_children(r, item[i].slot, &nchildren) : NULL;
		for (uint32_t k = 0; child && k < nchildren; k++)
			(void)bits_add(open, r->child.at[child[k]].child);
	}
	return bits_close(&r->bits, open);
}

static uint32_t make_set(struct running *r, uint32_t thread, uint32_t vector)
{
	const struct class *c = &r->class.at[thread];
	struct threads_look l = { .r = r, .vector = vector };
	uint32_t found;

	arena_init(&l.arena, "threads scratch");
	l.set = bits_open(&r->bits, &l.arena);
	l.dead = bits_open(&r->bits, &l.arena);
	l.mortal = find_mortal(&l);
	for (uint32_t i = c->child; i < c->child + c->nchildren; i++) {
		const struct child *child = &r->child.at[i];
		uint32_t value = child->slot ? vector_value(&r->vectors, vector, child->slot) : 0;
		uint32_t within = child->within ? vector_value(&r->vectors, vector, child->within) : value;
		if (spawn_alive(value) && spawn_alive(within))
			add(&l, child->child);
		else if (value & within & SPAWN_EVER)
			add_set(&l, r->class.at[child->child].left);
	}
	found = look_down(&l);
	arena_release(&l.arena);
	return found;
}

uint32_t running_set(struct running *r, uint32_t thread, uint32_t vector)
{
	uint32_t *at;

	if (vector == VECTOR_BOTTOM || !vector)
		return 0;
	at = map_at(r->arena, &r->run_of, map_pair(thread, vector));
	if (!*at)
		*at = make_set(r, thread, vector) + 1;
	return *at - 1;
}

/* ---- what is left behind ---- */

bool running_has_cancel(const struct running *r)
{
	for (uint32_t i = 1; i < r->c->event.n; i++)
		if (event_is(r->c->event.at[i].row, EVENT_CANCEL))
			return true;
	return false;
}

/* What runs when a thread returns from the function that it was started with. */
static uint32_t left_by_return(struct running *r, uint32_t thread)
{
	struct class *c = &r->class.at[thread];
	uint32_t left = 0;

	for (uint32_t i = 0; i < c->start.n; i++) {
		uint32_t context = c->start.at[i], v = entry_vector(&r->now, c, thread, context);
		if (r->now.passage[context].relevant)
			v = vector_compose(&r->vectors, v, r->now.passage[context].summary);
		left = bits_union(&r->bits, left, running_set(r, thread, v));
	}
	return left;
}

static uint32_t left_by(struct running *r, uint32_t thread)
{
	struct class *c = &r->class.at[thread];
	uint32_t left = left_by_return(r, thread);

	for (uint32_t i = 0; i < r->ends.n; i++) {
		const struct event *e = &r->c->event.at[r->ends.at[i]];
		uint32_t v;
		if (!event_is(e->row, EVENT_EXIT_THREAD) || !bits_has(&r->bits, r->threads_of[e->context], thread))
			continue;
		v = vector_compose(&r->vectors, entry_vector(&r->now, c, thread, e->context),
				   passage_before(&r->now, e->context, e->inst));
		left = bits_union(&r->bits, left, running_set(r, thread, v));
	}
	return left;
}

static bool is_loop_task(const struct running *r, uint32_t class)
{
	const struct root *from = &r->c->root.at[r->t->thread.at[class].root];

	return r->class.at[class].worker && from->kind == ROOT_TASK && from->model == MODEL_KIND_LOOP;
}

/* Is whoever waits for a task of this loop one that waits until the loop has nothing to do? */
static bool is_drained(const struct running *r, uint32_t class)
{
	const struct class *c = &r->class.at[class];

	for (uint32_t i = 0; i < r->joined.n; i++) {
		const struct joined *j = &r->joined.at[i];
		uint32_t n;
		const uint32_t *at = slot_children(r, j->slot, &n);
		for (uint32_t k = 0; k < n; k++)
			if (r->child.at[at[k]].child == class && r->child.at[at[k]].slot == j->slot &&
			    !(r->c->event.at[j->event].row->flags & MODEL_ALL))
				return false;
	}
	return c->edge.n != 0;
}

/* What a task has posted to its own loop is in the queue when the task ends: who drains the queue waits for that, too. */
static uint32_t without_drained(struct running *r, uint32_t thread, uint32_t left)
{
	uint32_t over = 0;

	if (!left || !is_loop_task(r, thread) || !is_drained(r, thread))
		return left;
	for (uint32_t k = bits_next(&r->bits, left, 1); k != UINT32_MAX; k = bits_next(&r->bits, left, k + 1))
		if (is_loop_task(r, k) && r->class.at[k].worker == r->class.at[thread].worker)
			over = bits_with(&r->bits, over, k);
	return bits_minus(&r->bits, left, over);
}

/* The least solution, from "nothing" upwards: what an instance leaves comes from its children, and below any instance are only
 * finitely many. */
static void find_left(struct running *r)
{
	bool changed = true, cancel = running_has_cancel(r);

	for (uint32_t k = 1; k < r->class.n; k++)
		r->class.at[k].left = cancel || r->class.at[k].free ? r->class.at[k].below : 0;
	while (changed && !cancel) {
		changed = false;
		for (uint32_t k = r->class.n - 1; k; k--) {
			uint32_t left;
			if (r->class.at[k].free || !r->class.at[k].nchildren)
				continue;
			left = bits_union(&r->bits, r->class.at[k].left, without_drained(r, k, left_by(r, k)));
			if (left == r->class.at[k].left)
				continue;
			r->class.at[k].left = left;
			r->run_of = (struct map){ 0 }; /* sets made with the old one are too small */
			changed = true;
		}
	}
}

/* ---- which classes may overlap ---- */

static void pair(struct running *r, uint32_t running, uint32_t started)
{
	for (uint32_t k = bits_next(&r->bits, running, 1); k != UINT32_MAX; k = bits_next(&r->bits, running, k + 1))
		r->class.at[k].par = bits_union(&r->bits, r->class.at[k].par, started);
	for (uint32_t k = bits_next(&r->bits, started, 1); running && k != UINT32_MAX; k = bits_next(&r->bits, started, k + 1))
		r->class.at[k].par = bits_union(&r->bits, r->class.at[k].par, running);
}

static uint32_t branch_of(struct running *r, uint32_t class)
{
	return bits_with(&r->bits, r->class.at[class].below, class);
}

static void pair_entry(struct running *r, const struct entry *at)
{
	const struct context *c = context_of(r, at->context);

	for (uint32_t i = c->edge; i < c->edge + c->nedges; i++) {
		const struct edge *e = &r->c->edge.at[i];
		uint32_t v, child;
		if (!edge_is_start(r, e) || r->class.at[child = r->thread_of_edge[i]].exits)
			continue;
		v = vector_compose(&r->vectors, at->vector, passage_before(&r->now, at->context, e->inst));
		if (v != VECTOR_BOTTOM)
			pair(r, running_set(r, at->thread, v), branch_of(r, child));
	}
}

/* What was registered for the end runs when main has returned, or where a thread ends the process; if main ends as threads do,
 * when the last of them is over. */
static void pair_exits(struct running *r)
{
	uint32_t exits = 0;

	for (uint32_t k = 1; k < r->class.n; k++)
		if (r->class.at[k].exits)
			exits = bits_union(&r->bits, exits, branch_of(r, k));
	if (!exits)
		return;
	if (r->main)
		pair(r, running_has_cancel(r) ? r->class.at[r->main].left : left_by_return(r, r->main), exits);
	for (uint32_t i = 0; i < r->ends.n; i++) {
		const struct event *e = &r->c->event.at[r->ends.at[i]];
		uint32_t set = r->threads_of[e->context];
		if (!row_ends_process(r->c->points->models, e->row))
			continue;
		for (uint32_t k = bits_next(&r->bits, set, 1); k != UINT32_MAX; k = bits_next(&r->bits, set, k + 1)) {
			uint32_t v = vector_compose(&r->vectors, entry_vector(&r->now, &r->class.at[k], k, e->context),
						    passage_before(&r->now, e->context, e->inst));
			if (!r->class.at[k].exits)
				pair(r, running_set(r, k, v), exits);
		}
	}
}

/* What start-up leaves running meets everything that comes later, and the rest of start-up. */
static void pair_startup(struct running *r)
{
	for (uint32_t k = 1; k < r->class.n; k++) {
		if (!r->class.at[k].startup || !r->class.at[k].left)
			continue;
		pair(r, r->class.at[k].left, bits_one(&r->bits, k));
		for (uint32_t i = 1; i < r->class.n; i++)
			if (i != k && (i == r->main || r->class.at[i].free || !r->class.at[i].creators))
				pair(r, r->class.at[k].left, branch_of(r, i));
	}
}

static bool is_declared(const struct class *c)
{
	return c->kind == ROOT_EXPORT || c->kind == ROOT_INTERRUPT || c->kind == ROOT_ENTERED;
}

/* Start-up, and the threads that only it starts and has waited for. */
static uint32_t over_early(struct running *r)
{
	uint32_t early = 0, others = r->main ? r->class.at[r->main].below : 0;

	for (uint32_t k = 1; k < r->class.n; k++)
		if (r->class.at[k].startup)
			early = bits_union(&r->bits, early, bits_minus(&r->bits, branch_of(r, k), r->class.at[k].left));
	for (uint32_t k = 1; k < r->class.n; k++)
		if (r->class.at[k].free)
			others = bits_with(&r->bits, others, k);
	return bits_minus(&r->bits, early, others);
}

/* Free classes meet all, except that exported functions, declared interrupts, what runs at the end, and what these start come
 * after start-up. */
static void pair_free(struct running *r)
{
	uint32_t all = bits_all(&r->bits, r->class.n), early = over_early(r), startup = 0, later = 0, any = 0;

	for (uint32_t k = 1; k < r->class.n; k++)
		if (r->class.at[k].startup)
			startup = bits_with(&r->bits, startup, k);
	for (uint32_t k = 1; k < r->class.n; k++) {
		const struct class *c = &r->class.at[k];
		if (c->free && (is_declared(c) || c->exits || (c->creators && !bits_meet(&r->bits, c->creators, startup))))
			later = bits_with(&r->bits, later, k);
		else if (c->free)
			any = bits_with(&r->bits, any, k);
	}
	if (later)
		pair(r, later, bits_minus(&r->bits, all, early));
	if (any)
		pair(r, any, all);
}

/* Kinds that meet themselves: each notification has its thread, each processor its interrupt. */
static bool meets_itself(const struct class *c)
{
	if (c->kind == ROOT_INTERRUPT)
		return true;
	if (c->kind != ROOT_HANDLER || c->worker)
		return false;
	return !c->exits && c->model != MODEL_KIND_SIGNAL;
}

/* A signal is blocked only in the thread that handles it: beside a second thread, a second handler may run. */
static bool handled_twice(const struct running *r, uint32_t class)
{
	return class_handles_signal(&r->class.at[class]) && (signal_has_several(r, class) || r->class.at[class].again);
}

/* What a handler has started and not waited for is there when the handler comes again. */
static void pair_again(struct running *r)
{
	for (uint32_t k = 1; k < r->class.n; k++)
		if (r->class.at[k].kind == ROOT_HANDLER && !r->class.at[k].exits && r->class.at[k].left)
			pair(r, r->class.at[k].left, branch_of(r, k));
}

/* One worker does one thing at a time; so does the end of the process, and one thread. */
static void unpair_workers(struct running *r)
{
	for (uint32_t k = 1; k < r->class.n; k++)
		if (r->class.at[k].kind == ROOT_ENTERED || r->class.at[k].alone)
			r->class.at[k].par = bits_minus(&r->bits, r->class.at[k].par, bits_one(&r->bits, k));
	for (uint32_t k = 1; k < r->class.n; k++)
		for (uint32_t i = 1; i < r->class.n && (r->class.at[k].worker || r->class.at[k].exits || r->class.at[k].sole);
		     i++) {
			const struct class *c = &r->class.at[k], *d = &r->class.at[i];
			if ((c->worker && c->worker == d->worker) || (c->exits && d->exits) || (c->sole && c->sole == d->sole))
				r->class.at[k].par = bits_minus(&r->bits, c->par, bits_one(&r->bits, i));
		}
}

bool running_never_meet(const struct running *r, uint32_t class, uint32_t other)
{
	const struct class *x = &r->class.at[class], *y = &r->class.at[other];

	return !x->free && !y->free && !bits_has(&r->bits, x->par, other) && !bits_has(&r->bits, x->below, other) &&
	       !bits_has(&r->bits, y->below, class);
}

/* ---- what holds since before the start ---- */

/* The SLOT_MUSTs that hold at each start of a class; creators have lower numbers, others say nothing. */
static void find_inherited(struct running *r)
{
	uint32_t *met = arena_array(r->arena, r->class.n, sizeof *met);

	for (uint32_t k = 1; k < r->class.n; k++)
		met[k] = VECTOR_BOTTOM;
	for (uint32_t i = 1; i < r->now.entry.n; i++) { /* by thread */
		const struct entry *at = &r->now.entry.at[i];
		const struct context *c = context_of(r, at->context);
		const struct class *from = &r->class.at[at->thread];
		for (uint32_t k = c->edge; k < c->edge + c->nedges; k++) {
			uint32_t child = r->thread_of_edge[k], v;
			if (!child)
				continue;
			v = vector_compose(&r->vectors, at->vector, passage_before(&r->now, at->context, r->c->edge.at[k].inst));
			v = at->thread < child ? vector_compose(&r->vectors, from->inherit, v) : 0;
			met[child] = vector_meet(&r->vectors, met[child], v);
			r->class.at[child].inherit = 0;
		}
		if (i + 1 == r->now.entry.n || r->now.entry.at[i + 1].thread != at->thread)
			for (uint32_t k = at->thread + 1; k < r->class.n; k++)
				r->class.at[k].inherit = met[k] == VECTOR_BOTTOM ? 0 : met[k];
	}
	for (uint32_t k = 1; k < r->class.n; k++)
		if (r->class.at[k].free || r->class.at[k].exits || bits_next(&r->bits, r->class.at[k].creators, k) != UINT32_MAX)
			r->class.at[k].inherit = 0;
}

/* ---- tables for questions ---- */

static void add_place(struct running *r, const struct entry *e, uint32_t row)
{
	uint32_t v = vector_compose(&r->vectors, e->vector, r->now.row.at[row].vector);

	*vec_add(r->arena, &r->place) = (struct place_facts){ v, running_set(r, e->thread, v) };
}

static void make_places(struct running *r)
{
	for (uint32_t i = 1; i < r->now.entry.n; i++) {
		struct entry *e = &r->now.entry.at[i];
		const struct passage *p = &r->now.passage[e->context];
		e->place = r->place.n;
		for (uint32_t k = p->row; k < p->row + p->nrows; k++)
			add_place(r, e, k);
		if (!p->nrows)
			add_place(r, e, 0);
	}
}

const struct place_facts *running_at(const struct running *r, struct spot s)
{
	uint32_t at = map_get(&r->now.entry_at, map_pair(s.thread, s.context));
	const struct entry *e = &r->now.entry.at[at];

	if (!at)
		return NULL;
	return &r->place.at[e->place + passage_row(&r->now, s.context, s.inst) - r->now.passage[s.context].row];
}

void running_make(struct running *r)
{
	find_left(r);
	for (uint32_t i = 1; i < r->now.entry.n; i++)
		pair_entry(r, &r->now.entry.at[i]);
	pair_exits(r);
	pair_startup(r);
	pair_free(r);
	pair_again(r);
	for (uint32_t k = 1; k < r->class.n; k++)
		if (meets_itself(&r->class.at[k]) || handled_twice(r, k))
			r->class.at[k].par = bits_with(&r->bits, r->class.at[k].par, k);
	unpair_workers(r);
	find_inherited(r);
	make_places(r);
}
