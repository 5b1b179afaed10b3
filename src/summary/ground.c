/* One walk over all code, before the summaries: call graph, contested classes, unstable cells. */
#include "base/stat.h"
#include "summary/ground.h"

#include <stdlib.h>

#define MANY UINT32_MAX

/* The thread that uses some memory, 0 none, MANY; and does one write? */
struct use {
	uint32_t user;
	bool written;
};

/* Eight bytes of a class: accesses that overlap have one in common, so that neighbours count as one memory. */
enum { WORD = 8, BULK = 64 };
struct word {
	uint32_t class;
	int32_t number;
	struct use use;
};

struct walk {
	struct arena *out, *scratch;
	struct ground *g;
	const struct sharing *sharing;
	const struct threads *threads;
	const struct contexts *c;
	const struct points *pt;
	struct use *bulk;   /* by class: what goes over many words */
	struct map word_at; /* class and word to word + 1 */
	VEC(struct word) word;
	struct use *variable; /* by symbol, of those that points has no class for */
	struct spins spins;
	bool *gives;        /* by function: sets a word to 0, as if it were a lock; or calls one that does */
	uint32_t who;       /* of the function at hand: its thread, or MANY */
	VEC(struct cell) cell;
};

/* ---- calls ---- */

static int by_call(const void *a, const void *b)
{
	const struct target *x = a, *y = b;

	if (x->inst != y->inst)
		return x->inst < y->inst ? -1 : 1;
	if (x->fn.i != y->fn.i)
		return x->fn.i < y->fn.i ? -1 : 1;
	return x->kind < y->kind ? -1 : x->kind > y->kind;
}

static void add_targets(struct walk *w, uint32_t fn)
{
	uint32_t first = w->g->target.n, kept = first;

	for (uint32_t k = w->c->first_by_fn[fn]; k < w->c->first_by_fn[fn + 1]; k++) {
		const struct context *x = &w->c->context.at[w->c->by_fn[k]];
		for (uint32_t i = x->edge; i < x->edge + x->nedges; i++) {
			const struct edge *e = &w->c->edge.at[i];
			if (e->kind == SITE_CALL || site_runs_inside(e->kind))
				*vec_add(w->out, &w->g->target) =
					(struct target){ e->inst, w->c->context.at[e->to].fn, e->kind, e->site ? w->pt->site.at[e->site].row : NULL };
		}
	}
	if (w->g->target.n > first)
		qsort(w->g->target.at + first, w->g->target.n - first, sizeof *w->g->target.at, by_call);
	for (uint32_t i = first; i < w->g->target.n; i++)
		if (kept == first || by_call(&w->g->target.at[kept - 1], &w->g->target.at[i]) != 0)
			w->g->target.at[kept++] = w->g->target.at[i];
	w->g->target.n = kept;
}

static int by_number(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

static void make_graph(struct walk *w)
{
	struct ground *f = w->g;

	f->first_target = arena_array(w->out, (size_t)f->nfns + 1, sizeof *f->first_target);
	f->first_callee = arena_array(w->out, (size_t)f->nfns + 1, sizeof *f->first_callee);
	for (uint32_t fn = 1; fn < f->nfns; fn++) {
		f->first_target[fn] = f->target.n;
		add_targets(w, fn);
	}
	f->first_target[f->nfns] = f->target.n;
	f->callee = arena_array(w->out, (size_t)f->target.n + 1, sizeof *f->callee);
	for (uint32_t fn = 1, n = 0; fn < f->nfns; fn++) {
		uint32_t first = n, kept;
		f->first_callee[fn] = n;
		for (uint32_t i = f->first_target[fn]; i < f->first_target[fn + 1]; i++)
			f->callee[n++] = f->target.at[i].fn.i;
		if (n > first)
			qsort(f->callee + first, n - first, sizeof *f->callee, by_number);
		kept = first;
		for (uint32_t i = first; i < n; i++)
			if (kept == first || f->callee[kept - 1] != f->callee[i])
				f->callee[kept++] = f->callee[i];
		n = kept;
		f->first_callee[fn + 1] = n;
	}
	scc_find(w->out, f->nfns, f->first_callee, f->callee, &f->scc);
}

/* Whoever calls it without a lock has nothing that it could give back. A context that stands for several may have lost what some of them
 * held: there it counts whether the function itself is entered with a lock. */
static bool has_lock(const struct walk *w, uint32_t held, bool inside)
{
	uint32_t n;
	const struct lock *l = contexts_locks(w->c, held, &n);

	for (uint32_t i = 0; i < n; i++) {
		uint8_t root = term_get(&w->c->terms, term_root(&w->c->terms, l[i].term)).kind;
		if (!inside || !l[i].certain || (root != TERM_SYM && root != TERM_NAMED))
			return true;
	}
	return false;
}

static bool *find_locked(struct walk *w, bool inside)
{
	const struct contexts *c = w->c;
	bool *locked = arena_array(w->out, (size_t)w->g->nfns + 1, sizeof *locked);

	for (bool first = true, changed = true; changed; first = false) {
		changed = false;
		for (uint32_t i = 1; i < c->edge.n; i++) {
			const struct edge *e = &c->edge.at[i];
			const struct context *from = &c->context.at[e->context];
			uint32_t to = c->context.at[e->to].fn.i;
			if ((e->kind != SITE_CALL && !site_runs_inside(e->kind)) || locked[to])
				continue;
			locked[to] = (first && (has_lock(w, contexts_may_hold(c, e->context, e->inst), inside) ||
						has_lock(w, contexts_held(c, e->context, e->inst), inside))) ||
				     (from->joined && locked[from->fn.i]);
			changed |= locked[to];
		}
	}
	return locked;
}

/* What the functions that the program calls say of locks. */
static void find_kinds(struct walk *w)
{
	for (uint32_t i = 1; i < w->pt->p->sym.n; i++)
		for (const struct model_row *row = points_rows(w->pt, (struct sym_id){ i }); row; row = row->next) {
			w->g->robust |= row->verb == MODEL_SETTYPE && row->flags & MODEL_ROBUST;
			if (row->flags & MODEL_SEMAPHORE)
				map_put(w->out, &w->g->counting, row->family, 1);
		}
}

const struct target *ground_targets(const struct ground *f, struct fn_id fn, uint32_t inst, uint32_t *n)
{
	uint32_t lo = f->first_target[fn.i], hi = f->first_target[fn.i + 1], end;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;
		if (f->target.at[mid].inst < inst)
			lo = mid + 1;
		else
			hi = mid;
	}
	for (end = lo; end < f->first_target[fn.i + 1] && f->target.at[end].inst == inst; end++)
		;
	*n = end - lo;
	return *n ? f->target.at + lo : NULL;
}

/* ---- memory ---- */

static void cells_of(struct walk *w, struct fn_id fn, const struct place *place)
{
	uint32_t n;

	w->cell.n = 0;
	if (ref_kind(place->base) == REF_NONE)
		return;
	n = points_cells(w->pt, fn, place->base, w->cell.at, w->cell.cap);
	if (n > w->cell.cap) {
		vec_reserve(w->scratch, &w->cell, n);
		n = points_cells(w->pt, fn, place->base, w->cell.at, w->cell.cap);
	}
	w->cell.n = n;
	for (uint32_t i = 0; i < n; i++) {
		for (uint32_t k = 0; k < place->loads; k++)
			w->cell.at[i] = points_load(w->pt, w->cell.at[i]);
		if (w->cell.at[i].class && place->offset)
			w->cell.at[i] = points_at(w->pt, w->cell.at[i], place->offset);
	}
}

/* May somebody else have the memory when it is written? */
static bool is_shared_write(const struct walk *w, struct fn_id fn, uint32_t inst, const struct touch *t)
{
	if (t->place.loads || t->place.result)
		return true;
	for (uint32_t k = w->c->first_by_fn[fn.i]; k < w->c->first_by_fn[fn.i + 1]; k++) {
		uint32_t n;
		const uint32_t *thread = threads_of_context(w->threads, w->c->by_fn[k], &n);
		for (uint32_t i = 0; i < n; i++) {
			struct spot s = { thread[i], w->c->by_fn[k], inst };
			if (!threads_alone(w->threads, s) && sharing_of(w->sharing, s, t->place.base) != WHOSE_FRESH)
				return true;
		}
	}
	return false;
}

static uint64_t cell_key(struct cell c)
{
	return map_pair(c.class, (uint32_t)c.offset);
}

bool ground_is_stable(const struct ground *f, struct cell c)
{
	return c.class && !f->churned[c.class] && !map_get(&f->unstable, cell_key(c));
}

static void note_write(struct walk *w, struct fn_id fn, uint32_t inst, const struct touch *t)
{
	bool known = true;

	for (uint32_t i = 0; i < w->cell.n; i++)
		known &= !w->cell.at[i].class || !ground_is_stable(w->g, w->cell.at[i]);
	if (known || !is_shared_write(w, fn, inst, t))
		return;
	for (uint32_t i = 0; i < w->cell.n; i++) {
		if (t->bulk && w->cell.at[i].class)
			w->g->churned[w->cell.at[i].class] = 1;
		else if (w->cell.at[i].class)
			map_put(w->out, &w->g->unstable, cell_key(w->cell.at[i]), 1);
	}
}

uint64_t ground_spin_word(struct cell c, struct sym_id variable)
{
	return c.class ? map_pair(c.class, (uint32_t)c.offset) : map_pair(0, variable.i);
}

/* A class of what a parameter points to in general may have no object of its own. */
bool ground_has_memory(const struct points *pt, struct cell c)
{
	uint32_t n = 0;

	if (c.class && c.class <= pt->nclasses)
		(void)points_objects(pt, c.class, &n);
	return n;
}

/* A step of a lock made of atomics, perhaps: by whom? */
static void note_spin(struct walk *w, const struct body *b, uint32_t inst, const struct touch *t, uint64_t word)
{
	enum spin_step step = t->place.loads ? SPIN_NOTHING : spin_step_of(w->pt->p, b, inst);

	w->gives[b->fn.i] |= step == SPIN_GIVE;
	for (uint32_t k = w->c->first_by_fn[b->fn.i]; step != SPIN_NOTHING && k < w->c->first_by_fn[b->fn.i + 1]; k++) {
		uint32_t n;
		const uint32_t *thread = threads_of_context(w->threads, w->c->by_fn[k], &n);
		spin_note(&w->spins, word, step, thread, n);
	}
}

static int32_t word_of(int32_t offset)
{
	return offset >= 0 ? offset / WORD : -((-offset + WORD - 1) / WORD);
}

static uint64_t word_key(uint32_t class, int32_t word)
{
	return map_pair(class, (uint32_t)word);
}

static void use_it(struct use *u, uint32_t who, bool write)
{
	u->user = !u->user || u->user == who ? who : MANY;
	u->written |= write;
}

static void use_words(struct walk *w, struct cell c, uint32_t size, bool write)
{
	for (int32_t k = word_of(c.offset); k <= word_of(c.offset + (int32_t)size - 1); k++) {
		uint32_t *at = map_at(w->scratch, &w->word_at, word_key(c.class, k));
		if (!*at) {
			*vec_add(w->scratch, &w->word) = (struct word){ c.class, k, { 0 } };
			*at = w->word.n;
		}
		use_it(&w->word.at[*at - 1].use, w->who, write);
	}
}

/* A variable that is only ever used by its name: points has no class for it. */
static struct sym_id variable_behind(const struct walk *w, const struct body *b, struct ref r)
{
	struct sym_id sym = { 0 };

	for (uint32_t depth = 0; depth < 32 && ref_kind(r) == REF_VALUE && body_inst(b, ref_index(r)) != UINT32_MAX; depth++) {
		const struct inst *in = &b->inst.at[body_inst(b, ref_index(r))];
		if (in->op != OP_field && in->op != OP_index && in->op != OP_cast && in->op != OP_copy)
			break;
		r = body_arg(b, in, 0);
	}
	if (ref_kind(r) == REF_SYM)
		sym.i = ref_index(r);
	else if (ref_kind(r) == REF_KONST)
		sym = program_konst(w->pt->p, (struct konst_id){ ref_index(r) })->sym;
	sym = sym.i ? sym_behind_alias(w->pt->p, sym) : sym;
	return sym.i && points_sym(w->pt, sym).class ? (struct sym_id){ 0 } : sym;
}

static void note_touch(struct walk *w, const struct body *b, uint32_t inst, const struct touch *t)
{
	struct fn_id fn = b->fn;
	struct sym_id variable = t->place.loads ? (struct sym_id){ 0 } : variable_behind(w, b, t->place.base);
	bool write = t->flags & ACCESS_WRITE;

	cells_of(w, fn, &t->place);
	if (variable.i && write)
		note_spin(w, b, inst, t, ground_spin_word((struct cell){ 0 }, variable));
	for (uint32_t i = 0; i < w->cell.n && write; i++)
		if (ground_has_memory(w->pt, w->cell.at[i]))
			note_spin(w, b, inst, t, ground_spin_word(w->cell.at[i], variable));
	if (variable.i) {
		use_it(&w->variable[variable.i], w->who, write);
		if (write && !w->g->unstable_variable[variable.i])
			w->g->unstable_variable[variable.i] = is_shared_write(w, fn, inst, t);
	}
	for (uint32_t i = 0; i < w->cell.n; i++) {
		struct cell c = w->cell.at[i];
		if (!c.class)
			continue;
		if (t->bulk || !t->size || t->size > BULK || c.offset > INT32_MAX - BULK)
			use_it(&w->bulk[c.class], w->who, write);
		else
			use_words(w, c, t->size, write);
	}
	if (t->flags & ACCESS_WRITE && !(t->flags & ACCESS_FREE))
		note_write(w, fn, inst, t);
}

/* ---- locks made of atomics ---- */

static bool covers(const struct touch *t, struct cell c, const struct spin_word *x)
{
	int64_t at = (int32_t)(uint32_t)x->word, size = t->bulk || !t->size ? INT32_MAX : t->size;

	return x->word >> 32 == c.class && c.offset <= at && at < c.offset + size;
}

/* Does this write make a word something else than a lock? */
static void note_spoiler(struct walk *w, const struct body *b, uint32_t inst, const struct touch *t)
{
	struct sym_id variable = t->place.loads ? (struct sym_id){ 0 } : variable_behind(w, b, t->place.base);

	if (!(t->flags & ACCESS_WRITE) || t->flags & ACCESS_FREE || (!t->place.loads && spin_step_of(w->pt->p, b, inst) != SPIN_NOTHING))
		return;
	cells_of(w, b->fn, &t->place);
	for (uint32_t i = 0; i < w->spins.candidate.n; i++) {
		const struct spin_word *x = &w->spins.word.at[w->spins.candidate.at[i]];
		bool hit = variable.i && x->word == ground_spin_word((struct cell){ 0 }, variable);
		for (uint32_t k = 0; k < w->cell.n && !hit; k++)
			hit = w->cell.at[k].class && covers(t, w->cell.at[k], x);
		if (hit && !(x->bits & SPIN_BROKEN) && is_shared_write(w, b->fn, inst, t))
			spin_note(&w->spins, x->word, SPIN_NOTHING, NULL, 0);
	}
}

static void find_spoilers(struct walk *w)
{
	struct touch touch[TOUCHES_MOST];

	spin_settle(&w->spins);
	for (uint32_t fn = 1; fn < w->g->nfns && w->spins.candidate.n; fn++) {
		struct arena bodies;
		struct body b = { 0 };
		if (w->c->first_by_fn[fn] == w->c->first_by_fn[fn + 1])
			continue;
		arena_init(&bodies, "summary.body");
		body_get(&bodies, w->pt->p, (struct fn_id){ fn }, &b);
		for (uint32_t i = 0; i < b.inst.n; i++) {
			uint32_t n = touches_of(w->pt, &b, i, touch);
			for (uint32_t k = 0; k < n; k++)
				note_spoiler(w, &b, i, &touch[k]);
		}
		arena_release(&bodies);
	}
}

/* Contexts do not know these locks: whoever gives one back, or calls such a function, may be entered with it. */
static void find_givers(struct walk *w)
{
	spin_finish(&w->spins, w->out, &w->g->spin);
	if (!w->g->spin.n)
		return;
	for (bool changed = true; changed;) {
		changed = false;
		for (uint32_t i = 0; i < w->g->nfns; i++) { /* callees first */
			uint32_t fn = w->g->scc.node[i];
			for (uint32_t k = w->g->first_callee[fn]; fn && !w->gives[fn] && k < w->g->first_callee[fn + 1]; k++)
				if (w->gives[w->g->callee[k]])
					w->gives[fn] = changed = true;
		}
	}
	for (uint32_t fn = 1; fn < w->g->nfns; fn++) {
		w->g->entered_locked[fn] |= w->gives[fn];
		w->g->entered_inside[fn] |= w->gives[fn];
	}
}

/* ---- semaphores ---- */

static void note_count(struct walk *w, const struct body *b, uint32_t inst, const struct model_row *row)
{
	struct place on = site_place(w->pt->p, w->pt->models, b, inst, &row->on);
	struct ref r = row->count.base == MODEL_ARGUMENT ? body_arg(b, &b->inst.at[inst], row->count.arg + 1u) : ref_make(REF_NONE, 0);
	const struct konst *k = ref_kind(r) == REF_KONST ? program_konst(w->pt->p, (struct konst_id){ ref_index(r) }) : NULL;
	uint8_t value = row->count.base == MODEL_NOWHERE || (k && k->kind == KONST_INT && k->lo == 1) ? 1 : 2;
	struct sym_id variable = on.known ? variable_behind(w, b, on.base) : (struct sym_id){ 0 };

	if (!on.known)
		return;
	if (variable.i)
		w->g->semaphore_variable[variable.i] |= value;
	cells_of(w, b->fn, &on);
	for (uint32_t i = 0; i < w->cell.n; i++)
		if (w->cell.at[i].class)
			*map_at(w->out, &w->g->semaphore, cell_key(w->cell.at[i])) |= value;
}

static void note_semaphores(struct walk *w, const struct body *b, uint32_t inst)
{
	struct sym_id callee = body_callee(w->pt->p, b, &b->inst.at[inst]);

	for (const struct model_row *row = callee.i ? points_rows(w->pt, callee) : NULL; row; row = row->next)
		if (row->verb == MODEL_INIT && map_get(&w->g->counting, row->family))
			note_count(w, b, inst, row);
}

bool ground_counts_one(const struct ground *g, struct cell c)
{
	return c.class && map_get(&g->semaphore, cell_key(c)) == 1;
}

static bool is_contested_use(struct use a, struct use b)
{
	uint32_t user = !a.user || a.user == b.user ? b.user : !b.user ? a.user : MANY;

	return user == MANY && (a.written || b.written);
}

static void find_contested(struct walk *w)
{
	for (uint32_t i = 0; i < w->word.n; i++) {
		const struct word *x = &w->word.at[i];
		if (!is_contested_use(x->use, w->bulk[x->class]))
			continue;
		map_put(w->out, &w->g->contested_word, word_key(x->class, x->number), 1);
		w->g->contested[x->class] = 1;
	}
	for (uint32_t c = 1; c <= w->pt->nclasses; c++)
		if (is_contested_use(w->bulk[c], (struct use){ 0 }))
			w->g->contested[c] = 2; /* all of it */
	for (uint32_t i = 1; i < w->pt->p->sym.n; i++)
		w->g->contested_variable[i] = is_contested_use(w->variable[i], (struct use){ 0 });
}

bool ground_is_contested(const struct ground *g, struct cell c, uint32_t size)
{
	if (!c.class || !g->contested[c.class])
		return false;
	if (g->contested[c.class] == 2 || !size || size > BULK || c.offset > INT32_MAX - BULK)
		return true;
	for (int32_t k = word_of(c.offset); k <= word_of(c.offset + (int32_t)size - 1); k++)
		if (map_get(&g->contested_word, word_key(c.class, k)))
			return true;
	return false;
}

/* The one thread that runs a function; MANY: several, or one of which there may be two at a time. */
static uint32_t runner(const struct walk *w, uint32_t fn)
{
	uint32_t who = 0;

	for (uint32_t k = w->c->first_by_fn[fn]; k < w->c->first_by_fn[fn + 1]; k++) {
		uint32_t n;
		const uint32_t *thread = threads_of_context(w->threads, w->c->by_fn[k], &n);
		for (uint32_t i = 0; i < n; i++) {
			if ((who && who != thread[i]) || w->threads->thread.at[thread[i]].self)
				return MANY;
			who = thread[i];
		}
	}
	return who;
}

/* On the stack of whoever runs the function, in all contexts: not worth a word to callers. */
static bool is_local(const struct walk *w, struct fn_id fn, uint32_t inst, const struct touch *t)
{
	if (t->place.loads || t->place.result || t->place.name || ref_kind(t->place.base) == REF_NONE)
		return false;
	for (uint32_t k = w->c->first_by_fn[fn.i]; k < w->c->first_by_fn[fn.i + 1]; k++)
		if (!sharing_is_local(w->sharing, w->c->by_fn[k], inst, t->place.base))
			return false;
	return true;
}

bool ground_is_local(const struct ground *g, struct fn_id fn, uint32_t inst, uint32_t touch)
{
	return map_get(&g->local, map_pair(fn.i, inst)) >> touch & 1;
}

static void walk_function(struct walk *w, uint32_t fn)
{
	struct arena bodies;
	struct body b = { 0 };
	struct touch touch[TOUCHES_MOST];

	w->who = runner(w, fn);
	if (!w->who)
		return;
	arena_init(&bodies, "summary.body");
	body_get(&bodies, w->pt->p, (struct fn_id){ fn }, &b);
	for (uint32_t i = 0; i < b.inst.n; i++) {
		uint32_t n = touches_of(w->pt, &b, i, touch);
		if (n == TOUCHES_MOST)
			gap(arguments);
		for (uint32_t k = 0; k < n; k++) {
			if (is_local(w, b.fn, i, &touch[k]))
				*map_at(w->out, &w->g->local, map_pair(b.fn.i, i)) |= 1u << k;
			else
				note_touch(w, &b, i, &touch[k]);
		}
		if (b.inst.at[i].op == OP_call)
			note_semaphores(w, &b, i);
	}
	arena_release(&bodies);
}

struct ground *ground_find(struct arena *out, const struct sharing *sharing, const struct threads *threads)
{
	const struct points *pt = threads->contexts->points;
	struct arena scratch;
	struct walk w = { .out = out, .scratch = &scratch, .sharing = sharing, .threads = threads, .c = threads->contexts, .pt = pt };

	arena_init(&scratch, "summary.ground");
	w.g = arena_new(out, struct ground);
	w.spins.arena = &scratch;
	w.g->nfns = pt->p->fn.n;
	w.gives = arena_array(&scratch, (size_t)w.g->nfns + 1, sizeof *w.gives);
	w.g->contested = arena_array(out, (size_t)pt->nclasses + 1, 1);
	w.g->churned = arena_array(out, (size_t)pt->nclasses + 1, 1);
	w.bulk = arena_array(&scratch, (size_t)pt->nclasses + 1, sizeof *w.bulk);
	w.variable = arena_array(&scratch, pt->p->sym.n, sizeof *w.variable);
	w.g->contested_variable = arena_array(out, pt->p->sym.n, 1);
	w.g->unstable_variable = arena_array(out, pt->p->sym.n, 1);
	w.g->semaphore_variable = arena_array(out, pt->p->sym.n, 1);
	vec_reserve(&scratch, &w.cell, 16);
	make_graph(&w);
	w.g->entered_locked = find_locked(&w, false);
	w.g->entered_inside = find_locked(&w, true);
	find_kinds(&w);
	for (uint32_t fn = 1; fn < w.g->nfns; fn++)
		walk_function(&w, fn);
	find_contested(&w);
	find_spoilers(&w);
	find_givers(&w);
	w.g->reached = arena_array(out, (size_t)w.g->nfns + 1, sizeof *w.g->reached);
	for (uint32_t fn = 1; fn < w.g->nfns; fn++)
		w.g->reached[fn] = w.c->first_by_fn[fn] != w.c->first_by_fn[fn + 1];
	passed_find(out, &scratch, w.g, w.c);
	arena_release(&scratch);
	return w.g;
}
