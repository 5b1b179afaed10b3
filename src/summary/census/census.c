/* Which memory is contested, which cells keep their value once they are shared, which words are locks: by all touches of all
 * functions. */
#include "summary/census/census.h"

#include <omp.h>
#include <stdlib.h>

#include "base/stat.h"
#include "code/address.h"
#include "ir/mutex.h"

/* ---- where ---- */

void census_cells(const struct census *s, struct notes *n, struct fn_id fn, const struct place *place)
{
	uint32_t all;

	n->cell.n = 0;
	if (ref_kind(place->base) == REF_NONE)
		return;
	all = points_cells(s->pt, fn, place->base, n->cell.at, n->cell.cap);
	if (all > n->cell.cap) {
		vec_reserve(&n->scratch, &n->cell, all);
		all = points_cells(s->pt, fn, place->base, n->cell.at, n->cell.cap);
	}
	n->cell.n = all;
	for (uint32_t i = 0; i < all; i++) {
		if (n->cell.at[i].class && place->first)
			n->cell.at[i] = points_at(s->pt, n->cell.at[i], place->first);
		for (uint32_t k = 0; k < place->loads; k++)
			n->cell.at[i] = points_load(s->pt, n->cell.at[i]);
		if (n->cell.at[i].class && place->offset)
			n->cell.at[i] = points_at(s->pt, n->cell.at[i], place->offset);
	}
}

/* A variable that is only ever used by its name: points has no class for it. */
static struct sym_id variable_behind(const struct census *s, const struct body *b, struct ref r)
{
	struct sym_id sym = ref_symbol(s->pt->p, peel_base(b, r, PEEL_ADDRESS), NULL);

	sym = sym.i ? sym_behind_alias(s->pt->p, sym) : sym;
	return sym.i && points_sym(s->pt, sym).class ? (struct sym_id){ 0 } : sym;
}

/* ---- when ---- */

/* May somebody else have the memory when it is written? */
static bool is_shared_write(const struct census *s, struct fn_id fn, uint32_t inst, const struct touch *t)
{
	if (t->place.loads || t->place.result)
		return true;
	if (threads_stores_first(s->threads, fn, inst))
		return false;
	for (uint32_t k = s->c->first_by_fn[fn.i]; k < s->c->first_by_fn[fn.i + 1]; k++) {
		uint32_t context = s->c->by_fn[k], n;
		const uint32_t *thread = threads_of_context(s->threads, context, &n);
		bool others = false;
		for (uint32_t i = 0; i < n && !others; i++)
			others = !threads_alone(s->threads, (struct spot){ thread[i], context, inst });
		if (others && !sharing_is_fresh(s->sharing, context, inst, t->place.base))
			return true;
	}
	return false;
}

enum { BEHIND = 16 }; /* the most that limits.def allows */

/* Does what a row finds behind pointers in memory belong to one thread, whatever it is? */
static bool is_own_behind(const struct census *s, struct fn_id fn, const struct place *place)
{
	struct cell cell[BEHIND];
	uint32_t n = ref_kind(place->base) == REF_NONE ? 0 : points_cells(s->pt, fn, place->base, cell, limit(LIMIT_summary_cells));

	for (uint32_t i = 0; i < n && i < limit(LIMIT_summary_cells); i++) {
		if (cell[i].class && place->first)
			cell[i] = points_at(s->pt, cell[i], place->first);
		for (uint32_t k = 0; k < place->loads; k++)
			cell[i] = points_load(s->pt, cell[i]);
		if (!sharing_class_is_own(s->sharing, cell[i].class))
			return false;
	}
	return n && !limit_over(LIMIT_summary_cells, n);
}

/* On the stack of whoever runs the function, in all contexts: not worth a word to callers. */
static bool is_local(const struct census *s, struct fn_id fn, uint32_t inst, const struct touch *t)
{
	if (t->place.loads && t->place.known && !t->place.result && !t->place.name && is_own_behind(s, fn, &t->place))
		return true;
	if (t->place.loads || t->place.result || t->place.name || ref_kind(t->place.base) == REF_NONE)
		return false;
	for (uint32_t k = s->c->first_by_fn[fn.i]; k < s->c->first_by_fn[fn.i + 1]; k++)
		if (!sharing_is_local(s->sharing, s->c->by_fn[k], inst, t->place.base))
			return false;
	return true;
}

/* The one thread that runs a function; USE_MANY: several, or one of which there may be two at a time. */
static uint32_t runner(const struct census *s, uint32_t fn)
{
	uint32_t who = 0;

	for (uint32_t k = s->c->first_by_fn[fn]; k < s->c->first_by_fn[fn + 1]; k++) {
		uint32_t n;
		const uint32_t *thread = threads_of_context(s->threads, s->c->by_fn[k], &n);
		for (uint32_t i = 0; i < n; i++) {
			if ((who && who != thread[i]) || s->threads->thread.at[thread[i]].self)
				return USE_MANY;
			who = thread[i];
		}
	}
	return who;
}

/* ---- the first walk ---- */

static void note_write(const struct census *s, struct notes *n, struct fn_id fn, uint32_t inst, const struct touch *t)
{
	bool known = true;

	for (uint32_t i = 0; i < n->cell.n; i++) {
		struct cell c = n->cell.at[i];
		known &= !c.class || n->churned[c.class] || map_get(&n->unstable_at, ground_cell_key(c));
	}
	if (known || !is_shared_write(s, fn, inst, t))
		return;
	for (uint32_t i = 0; i < n->cell.n; i++) {
		struct cell c = n->cell.at[i];
		if (t->bulk && c.class) {
			n->churned[c.class] = 1;
		} else if (c.class && !map_get(&n->unstable_at, ground_cell_key(c))) {
			map_put(&n->scratch, &n->unstable_at, ground_cell_key(c), 1);
			*vec_add(&n->scratch, &n->unstable) = ground_cell_key(c);
		}
	}
}

/* The word that the number was drawn from which a load of `word` is compared with: in the same object, or a variable. */
static uint64_t drawn_from(const struct census *s, const struct body *b, uint32_t load, uint64_t word)
{
	const struct inst *compare, *draw = spin_draw(s->pt->p, b, load, &compare);
	struct address called = address_of(s->pt->p, b, body_arg(b, &b->inst.at[load], 0)),
		       next = address_of(s->pt->p, b, body_arg(b, draw, 0));
	struct sym_id sym = ref_kind(next.base) == REF_SYM ? (struct sym_id){ ref_index(next.base) } : (struct sym_id){ 0 };
	struct cell c = sym.i ? points_sym(s->pt, sym) : (struct cell){ 0 };

	if (word >> 32 && address_known(called) && called.base.bits == next.base.bits)
		return word + (uint64_t)(next.offset - called.offset);
	c.offset += c.class ? (int32_t)next.offset : 0;
	if (!sym.i || program_sym(s->pt->p, sym)->flags & SYM_THREAD_LOCAL || (!c.class && next.offset))
		return 0;
	return ground_spin_word(c, sym);
}

/* A step of a lock made of atomics, perhaps. */
static void note_spin(const struct census *s, struct notes *n, const struct body *b, uint32_t inst, uint64_t word)
{
	enum spin_step step = spin_step_of(s->pt->p, b, inst);

	if (step == SPIN_NOTHING)
		return;
	s->gives[b->fn.i] |= spin_gives(step) ? step : 0;
	for (uint32_t k = s->c->first_by_fn[b->fn.i]; k < s->c->first_by_fn[b->fn.i + 1]; k++)
		*vec_add(&n->scratch, &n->spin) =
			(struct spin_seen){ word, s->c->by_fn[k], step, step == SPIN_WAIT ? drawn_from(s, b, inst, word) : 0 };
}

static void use_it(struct use_by *u, struct use_by by)
{
	if (by.user)
		u->user = !u->user || u->user == by.user ? by.user : USE_MANY;
	u->written |= by.written;
}

static void use_word(struct notes *n, uint32_t class, int32_t number, struct use_by by)
{
	uint32_t *at = map_at(&n->scratch, &n->word_at, map_pair(class, (uint32_t)number));

	if (!*at) {
		*vec_add(&n->scratch, &n->word) = (struct used_word){ class, number, { 0 } };
		*at = n->word.n;
	}
	use_it(&n->word.at[*at - 1].use, by);
}

static void note_use(struct notes *n, const struct touch *t, struct cell c)
{
	struct use_by by = { n->who, t->flags & ACCESS_WRITE };

	if (t->bulk || !t->size || t->size > GROUND_BULK || c.offset > INT32_MAX - GROUND_BULK) {
		use_it(&n->bulk[c.class], by);
		return;
	}
	for (int32_t k = ground_word(c.offset); k <= ground_word(c.offset + (int32_t)t->size - 1); k++)
		use_word(n, c.class, k, by);
}

static uint8_t written_how(const struct census *s, const struct body *b, uint32_t inst)
{
	const struct inst *in = &b->inst.at[inst];
	struct ref r = in->op == OP_rmw || in->op == OP_store ? body_arg(b, in, 1) : ref_make(REF_NONE, 0);
	const struct konst *k = program_konst_of(s->pt->p, r);

	if (in->op == OP_store && passed_is_new(s, b, r))
		return WRITTEN_NO_COUNT | (passed_is_sole(s, b, r) ? 0 : WRITTEN_KNOWN);
	if (in->op == OP_rmw && in->sub == RMW_add && k && k->kind == KONST_INT && (int64_t)k->lo > 0)
		return WRITTEN_NO_BLOCK | WRITTEN_KNOWN;
	return WRITTEN_NO_COUNT | WRITTEN_NO_BLOCK | WRITTEN_KNOWN;
}

static void note_variable(const struct census *s, struct notes *n, const struct body *b, uint32_t inst, const struct touch *t,
			  struct sym_id variable)
{
	bool write = t->flags & ACCESS_WRITE;

	use_it(&n->variable[variable.i], (struct use_by){ n->who, write });
	note_spin(s, n, b, inst, ground_spin_word((struct cell){ 0 }, variable));
	if (!write)
		return;
	n->written_variable[variable.i] |= written_how(s, b, inst);
	if (!n->unstable_variable[variable.i])
		n->unstable_variable[variable.i] = is_shared_write(s, b->fn, inst, t);
}

/* What is filled with bytes holds no pointer. */
static void note_written(const struct points *pt, struct notes *n, const struct touch *t, uint8_t how, enum op op)
{
	for (uint32_t i = 0; i < n->cell.n; i++) {
		struct cell c = n->cell.at[i];
		n->written_class[c.class] |= how;
		if (t->bulk) {
			n->spread_class[c.class] |= op != OP_memset;
			n->spread_outside |= op == OP_memcpy && !n->spread_outside && !ground_is_inside(pt, c.class);
		} else if (how & WRITTEN_KNOWN && c.class && !map_get(&n->spread_at, ground_cell_key(c))) {
			map_put(&n->scratch, &n->spread_at, ground_cell_key(c), 1);
			*vec_add(&n->scratch, &n->spread) = ground_cell_key(c);
		}
	}
}

static void note_object(struct notes *n, const struct touch *t, struct sym_id variable)
{
	if (variable.i)
		use_it(&n->variable[variable.i], (struct use_by){ n->who, t->flags & ACCESS_WRITE });
	for (uint32_t i = 0; i < n->cell.n; i++)
		if (n->cell.at[i].class)
			note_use(n, t, n->cell.at[i]);
}

static void note_touch(const struct census *s, struct notes *n, const struct body *b, uint32_t inst, const struct touch *t)
{
	struct sym_id variable = t->place.loads ? (struct sym_id){ 0 } : variable_behind(s, b, t->place.base);

	census_cells(s, n, b->fn, &t->place);
	if (access_is_object(t->flags)) { /* nothing that is read as a value, nor a word that is spun on */
		note_object(n, t, variable);
		return;
	}
	if (variable.i)
		note_variable(s, n, b, inst, t, variable);
	for (uint32_t i = 0; i < n->cell.n && !t->place.loads; i++)
		if (ground_has_memory(s->pt, n->cell.at[i]))
			note_spin(s, n, b, inst, ground_spin_word(n->cell.at[i], variable));
	for (uint32_t i = 0; i < n->cell.n; i++)
		if (n->cell.at[i].class)
			note_use(n, t, n->cell.at[i]);
	if (t->flags & ACCESS_WRITE && !t->bulk && !t->place.loads && written_how(s, b, inst) & WRITTEN_KNOWN &&
	    ground_field_at(s->pt->p, b, t->place.base))
		*vec_add(&n->scratch, &n->spread_field) = ground_field_at(s->pt->p, b, t->place.base);
	if (t->flags & ACCESS_WRITE && !(t->flags & ACCESS_FREE))
		note_written(s->pt, n, t, written_how(s, b, inst), b->inst.at[inst].op);
	if (t->flags & ACCESS_WRITE && !(t->flags & ACCESS_FREE))
		bound_count(s, n, b, inst, t);
	if (t->flags & ACCESS_WRITE && !(t->flags & ACCESS_FREE))
		note_write(s, n, b->fn, inst, t);
}

static void note_count(const struct census *s, struct notes *n, const struct body *b, uint32_t inst, const struct model_row *row)
{
	struct place on = event_place(s->pt->p, s->pt->models, b, inst, &row->on);
	const struct konst *k = program_konst_of(s->pt->p, event_argument(b, &b->inst.at[inst], &row->count));
	bool one = !event_says(&row->count) || (k && k->kind == KONST_INT && k->lo == 1);
	uint8_t value = one ? COUNT_ONE : COUNT_OTHER;
	struct sym_id variable = on.known ? variable_behind(s, b, on.base) : (struct sym_id){ 0 };

	if (!on.known)
		return;
	if (variable.i)
		n->semaphore_variable[variable.i] |= value;
	census_cells(s, n, b->fn, &on);
	for (uint32_t i = 0; i < n->cell.n; i++)
		if (n->cell.at[i].class)
			*vec_add(&n->scratch, &n->semaphore) = (struct count_seen){ ground_cell_key(n->cell.at[i]), value };
}

/* What the variables that a semaphore may be in begin with, where they are initialised as they are defined. */
static void note_start(const struct census *s, struct notes *n, struct cell c)
{
	uint32_t nobjects;
	const uint32_t *object = points_objects(s->pt, c.class, &nobjects);
	int64_t count;

	for (uint32_t i = 0; i < nobjects && !limit_full(LIMIT_summary_starts, i); i++) {
		const struct object *o = &s->pt->object.at[object[i]];
		if (o->kind == OBJECT_VARIABLE && semaphore_starts(s->pt->p, o->sym, c.offset - o->cell.offset, &count))
			*vec_add(&n->scratch, &n->semaphore) =
				(struct count_seen){ ground_cell_key(c), count == 1 ? COUNT_ONE : COUNT_OTHER };
	}
}

/* An operation of the function at hand: what it is on is asked for when all of them are known. */
static void note_operation(const struct census *s, struct notes *n, const struct body *b, uint32_t inst,
			   const struct model_row *row)
{
	struct place on = event_place(s->pt->p, s->pt->models, b, inst, &row->on);
	uint8_t value = event_is(row, EVENT_ACQUIRE) ? SEMAPHORE_TAKEN : SEMAPHORE_GIVEN;
	struct semaphore_wrapper wrapper;
	struct sym_id variable = on.known ? variable_behind(s, b, on.base) : (struct sym_id){ 0 };
	int64_t count;

	if (wrapped_here(s, b, &on, &wrapper)) {
		wrapper.value = value;
		*vec_add(&n->scratch, &n->wrapped) = wrapper;
		value |= SEMAPHORE_HANDED;
	}
	if (variable.i) {
		*vec_add(&n->scratch, &n->operation) = (struct count_seen){ map_pair(UINT32_MAX, variable.i), value };
		if (ref_kind(on.base) == REF_SYM && semaphore_starts(s->pt->p, variable, 0, &count))
			n->semaphore_variable[variable.i] |= count == 1 ? COUNT_ONE : COUNT_OTHER;
	}
	n->cell.n = 0;
	if (on.known)
		census_cells(s, n, b->fn, &on);
	for (uint32_t i = 0; i < n->cell.n; i++)
		if (n->cell.at[i].class) {
			*vec_add(&n->scratch, &n->operation) = (struct count_seen){ ground_cell_key(n->cell.at[i]), value };
			note_start(s, n, n->cell.at[i]);
		}
}

static int by_cell(const void *a, const void *b)
{
	const struct count_seen *x = a, *y = b;

	return x->cell < y->cell ? -1 : x->cell > y->cell;
}

/* Locks are taken and given back by one function, signals by different ones (racerx, 5.1). */
static void pair_operations(struct notes *n)
{
	if (n->operation.n)
		qsort(n->operation.at, n->operation.n, sizeof *n->operation.at, by_cell);
	for (uint32_t i = 0, k; i < n->operation.n; i = k) {
		struct count_seen x = n->operation.at[i];
		uint8_t value;
		for (k = i + 1; k < n->operation.n && n->operation.at[k].cell == x.cell; k++)
			x.value |= n->operation.at[k].value;
		if (x.value & SEMAPHORE_HANDED && !(x.value & SEMAPHORE_TAKEN && x.value & SEMAPHORE_GIVEN))
			continue; /* its callers are asked: wrapped.c */
		value = x.value & SEMAPHORE_TAKEN && x.value & SEMAPHORE_GIVEN ? COUNT_PAIRED : COUNT_UNPAIRED;
		if (x.cell >> 32 == UINT32_MAX)
			n->semaphore_variable[(uint32_t)x.cell] |= value;
		else
			*vec_add(&n->scratch, &n->semaphore) = (struct count_seen){ x.cell, value };
	}
	n->operation.n = 0;
}

static void note_semaphores(const struct census *s, struct notes *n, const struct body *b, uint32_t inst)
{

	for (const struct model_row *row = points_rows_at(s->pt, b, &b->inst.at[inst]); row; row = row->next)
		if (event_is(row, EVENT_INIT) && map_get(&s->g->counting, row->family))
			note_count(s, n, b, inst, row);
		else if ((row->flags & MODEL_SEMAPHORE) && (event_is(row, EVENT_ACQUIRE) || event_is(row, EVENT_RELEASE)))
			note_operation(s, n, b, inst, row);
}

static void note_local(const struct census *s, struct notes *n, const struct body *b, uint32_t inst, uint32_t touch)
{
	uint32_t **local = &s->g->local[b->fn.i];

	if (!*local)
		*local = arena_array(n->keep, b->inst.n, sizeof **local);
	(*local)[inst] |= 1u << touch;
}

static void see_uses(const struct census *s, struct notes *n, const struct body *b)
{
	struct touch touch[TOUCHES_MOST];

	passed_see_returns(s, n, b);
	n->who = runner(s, b->fn.i);
	for (uint32_t i = 0; i < b->inst.n && n->who; i++) {
		uint32_t all = touches_of(s->pt, b, i, touch);
		if (all == limit(LIMIT_summary_touches)) {
			limit_met(LIMIT_summary_touches);
			gap(arguments);
		}
		for (uint32_t k = 0; k < all; k++) {
			if (is_local(s, b->fn, i, &touch[k]))
				note_local(s, n, b, i, k);
			else
				note_touch(s, n, b, i, &touch[k]);
		}
		if (b->inst.at[i].op == OP_call)
			note_semaphores(s, n, b, i);
	}
	pair_operations(n);
	if (n->who)
		bound_see(s, n, b);
}

/* ---- the second walk: what makes a word something else than a lock ---- */

static bool covers(const struct touch *t, struct cell c, const struct spin_word *x)
{
	int64_t at = (int32_t)(uint32_t)x->word, size = t->bulk || !t->size ? INT32_MAX : t->size;

	return x->word >> 32 == c.class && c.offset <= at && at < c.offset + size;
}

static bool may_spoil(const struct census *s, const struct notes *n, struct sym_id variable)
{
	bool any = variable.i && s->spun[0];

	for (uint32_t i = 0; i < n->cell.n && !any; i++)
		any = n->cell.at[i].class && s->spun[n->cell.at[i].class];
	return any;
}

static void note_spoiler(const struct census *s, struct notes *n, const struct body *b, uint32_t inst, const struct touch *t)
{
	struct sym_id variable = t->place.loads ? (struct sym_id){ 0 } : variable_behind(s, b, t->place.base);

	if (!(t->flags & ACCESS_WRITE) || t->flags & ACCESS_FREE || access_is_object(t->flags) ||
	    (!t->place.loads && spin_step_of(s->pt->p, b, inst) != SPIN_NOTHING))
		return;
	census_cells(s, n, b->fn, &t->place);
	if (!may_spoil(s, n, variable))
		return;
	for (uint32_t i = 0; i < s->spins.candidate.n; i++) {
		const struct spin_word *x = &s->spins.word.at[s->spins.candidate.at[i]];
		bool hit = variable.i && x->word == ground_spin_word((struct cell){ 0 }, variable);
		for (uint32_t k = 0; k < n->cell.n && !hit; k++)
			hit = n->cell.at[k].class && covers(t, n->cell.at[k], x);
		if (hit && is_shared_write(s, b->fn, inst, t))
			*vec_add(&n->scratch, &n->spoiled) = x->word;
	}
}

static void see_passing(const struct census *s, struct notes *n, const struct body *b)
{
	struct touch touch[TOUCHES_MOST];

	passed_see_calls(s, n, b);
	for (uint32_t i = 0; i < b->inst.n && s->spins.candidate.n; i++) {
		uint32_t all = touches_of(s->pt, b, i, touch);
		for (uint32_t k = 0; k < all; k++)
			note_spoiler(s, n, b, i, &touch[k]);
	}
}

/* ---- walking ---- */

typedef void see_body(const struct census *, struct notes *, const struct body *);

static void see_function(const struct census *s, see_body *see, uint32_t fn)
{
	struct notes *n = &s->notes[s->crew->parallel ? omp_get_thread_num() : 0];
	struct arena bodies;
	struct body b = { 0 };

	if (!s->g->reached[fn])
		return;
	arena_init(&bodies, "summary.body");
	body_get(&bodies, s->pt->p, (struct fn_id){ fn }, &b);
	see(s, n, &b);
	arena_release(&bodies);
}

static void walk_code(const struct census *s, see_body *see)
{
	uint32_t n = s->g->nfns;

	if (s->crew->parallel) {
#pragma omp parallel for schedule(dynamic, 8) num_threads((int)s->crew->n) default(none) shared(s, see, n)
		for (uint32_t fn = 1; fn < n; fn++)
			see_function(s, see, fn);
	} else {
		for (uint32_t fn = 1; fn < n; fn++)
			see_function(s, see, fn);
	}
}

/* ---- putting it together ---- */

static void join_uses(struct census *s, struct notes *to, const struct notes *from)
{
	for (uint32_t i = 0; i < from->word.n; i++)
		use_word(to, from->word.at[i].class, from->word.at[i].number, from->word.at[i].use);
	for (uint32_t c = 1; c <= s->pt->nclasses; c++)
		use_it(&to->bulk[c], from->bulk[c]);
	for (uint32_t i = 1; i < s->pt->p->sym.n; i++)
		use_it(&to->variable[i], from->variable[i]);
}

static void join_notes(struct census *s, const struct notes *n)
{
	for (uint32_t c = 1; c <= s->pt->nclasses; c++) {
		s->g->churned[c] |= n->churned[c];
		s->g->written_class[c] |= n->written_class[c];
		s->g->spread_class[c] |= n->spread_class[c];
	}
	for (uint32_t i = 1; i < s->pt->p->sym.n; i++) {
		s->g->unstable_variable[i] |= n->unstable_variable[i];
		s->g->semaphore_variable[i] |= n->semaphore_variable[i];
		s->g->written_variable[i] |= n->written_variable[i];
	}
	for (uint32_t i = 0; i < n->unstable.n; i++)
		map_put(s->out, &s->g->unstable, n->unstable.at[i], 1);
	s->g->spread_outside |= n->spread_outside;
	for (uint32_t i = 0; i < n->spread_field.n; i++)
		map_put(s->out, &s->g->spread_field, n->spread_field.at[i], 1);
	for (uint32_t i = 0; i < n->spread.n; i++)
		map_put(s->out, &s->g->spread, n->spread.at[i], 1);
	for (uint32_t i = 0; i < n->semaphore.n; i++)
		*map_at(s->out, &s->g->semaphore, n->semaphore.at[i].cell) |= n->semaphore.at[i].value;
	for (uint32_t i = 0; i < n->spin.n; i++) {
		uint32_t threads;
		const uint32_t *thread = threads_of_context(s->threads, n->spin.at[i].context, &threads);
		spin_note(&s->spins, n->spin.at[i].word, n->spin.at[i].step, thread, threads);
		if (n->spin.at[i].step == SPIN_WAIT)
			spin_note_draw(&s->spins, n->spin.at[i].word, n->spin.at[i].from);
	}
}

static bool is_contested_use(struct use_by a, struct use_by b)
{
	use_it(&a, b);
	return a.user == USE_MANY && a.written;
}

static void find_contested(struct census *s, const struct notes *n)
{
	struct ground *g = s->g;

	for (uint32_t i = 0; i < n->word.n; i++) {
		const struct used_word *x = &n->word.at[i];
		if (!is_contested_use(x->use, n->bulk[x->class]))
			continue;
		map_put(s->out, &g->contested_word, map_pair(x->class, (uint32_t)x->number), 1);
		g->contested[x->class] = 1;
	}
	for (uint32_t c = 1; c <= s->pt->nclasses; c++)
		if (is_contested_use(n->bulk[c], (struct use_by){ 0 }))
			g->contested[c] = 2; /* all of it */
	for (uint32_t i = 1; i < s->pt->p->sym.n; i++)
		g->contested_variable[i] = is_contested_use(n->variable[i], (struct use_by){ 0 });
}

static void find_spins(struct census *s)
{
	spin_settle(&s->spins);
	for (uint32_t i = 0; i < s->spins.candidate.n; i++)
		s->spun[s->spins.word.at[s->spins.candidate.at[i]].word >> 32] = 1;
}

static void begin(struct census *s)
{
	size_t classes = (size_t)s->pt->nclasses + 1, syms = s->pt->p->sym.n;

	s->spins.arena = s->scratch;
	s->gives = arena_array(s->scratch, (size_t)s->g->nfns + 1, sizeof *s->gives);
	s->spun = arena_array(s->scratch, classes, 1);
	s->g->contested = arena_array(s->out, classes, 1);
	s->g->churned = arena_array(s->out, classes, 1);
	s->g->contested_variable = arena_array(s->out, syms, 1);
	s->g->unstable_variable = arena_array(s->out, syms, 1);
	s->g->semaphore_variable = arena_array(s->out, syms, 1);
	s->g->written_variable = arena_array(s->out, syms, 1);
	s->g->written_class = arena_array(s->out, classes, 1);
	s->g->spread_class = arena_array(s->out, classes, 1);
	s->g->local = arena_array(s->out, (size_t)s->g->nfns + 1, sizeof *s->g->local);
	s->notes = arena_array(s->scratch, s->crew->n, sizeof *s->notes);
	for (uint32_t i = 0; i < s->crew->n; i++) {
		struct notes *n = &s->notes[i];
		arena_init(&n->scratch, "summary.notes");
		n->keep = &s->crew->keep[i];
		n->bulk = arena_array(&n->scratch, classes, sizeof *n->bulk);
		n->churned = arena_array(&n->scratch, classes, 1);
		n->variable = arena_array(&n->scratch, syms, sizeof *n->variable);
		n->unstable_variable = arena_array(&n->scratch, syms, 1);
		n->semaphore_variable = arena_array(&n->scratch, syms, 1);
		n->written_variable = arena_array(&n->scratch, syms, 1);
		n->written_class = arena_array(&n->scratch, classes, 1);
		n->spread_class = arena_array(&n->scratch, classes, 1);
		n->unbound = arena_array(&n->scratch, classes, 1);
		vec_reserve(&n->scratch, &n->cell, 16);
	}
	passed_prepare(s);
}

void census_run(struct census *s)
{
	bool tickets;

	begin(s);
	walk_code(s, see_uses);
	for (uint32_t i = 0; i < s->crew->n; i++) {
		if (i)
			join_uses(s, &s->notes[0], &s->notes[i]);
		join_notes(s, &s->notes[i]);
	}
	wrapped_join(s);
	bound_join(s);
	find_contested(s, &s->notes[0]);
	find_spins(s);
	passed_join_returns(s);
	walk_code(s, see_passing);
	for (uint32_t i = 0; i < s->crew->n; i++)
		for (uint32_t k = 0; k < s->notes[i].spoiled.n; k++)
			spin_note(&s->spins, s->notes[i].spoiled.at[k], SPIN_NOTHING, NULL, 0);
	tickets = spin_finish(&s->spins, s->out, &s->g->spin);
	for (uint32_t fn = 1; fn < s->g->nfns; fn++)
		s->gives[fn] &= tickets ? SPIN_GIVE | SPIN_CALL : SPIN_GIVE;
	passed_join_calls(s);
	for (uint32_t i = 0; i < s->crew->n; i++)
		arena_release(&s->notes[i].scratch);
}
