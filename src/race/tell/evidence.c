/* What is known about a race that tells how likely it is and how bad (ir/finding/evidence.def), from what the phase has at hand:
 * the visits of all threads to all places of the location (racerx, section 8).
 *
 * The *accused* is the side of the best pair with the fewest locks: the one that a person would look at. */
#include <string.h>

#include "base/recogniser.h"
#include "race/build.h"

struct counted {
	struct intern writer;             /* what starts the threads that write it: roots, or exported functions */
	uint32_t visits, empty;           /* of the accused statement; without any lock */
	uint8_t interrupt;                /* 2: written by one, 1: read */
	bool other_stores;                /* of something that is not 0 or 1 */
	struct intern written, read;      /* fn, line: of writes; of reads on lines that do not also write */
};

/* ---- which code knows of other threads (8.3) ---- */

static bool inst_is_concurrent(const struct races *r, const struct body *b, const struct inst *in)
{
	struct sym_id callee = in->op == OP_call ? body_callee(r->p, b, in) : (struct sym_id){ 0 };

	if (in->op == OP_rmw || in->op == OP_cmpxchg || in->op == OP_fence || in->order > ORDER_UNORDERED)
		return true;
	return callee.i && events_have(points_rows(r->points, callee), TRAIT_AWARE);
}

/* The first such instruction, + 2; 1: there is none. */
static uint32_t first_operation(struct races *r, struct fn_id fn)
{
	const struct body *b;
	uint32_t i = 0;

	if (!r->concurrent)
		r->concurrent = arena_array(r->arena, r->p->fn.n, sizeof *r->concurrent);
	if (r->concurrent[fn.i])
		return r->concurrent[fn.i];
	b = code_of(r, fn);
	while (i < b->inst.n && !inst_is_concurrent(r, b, &b->inst.at[i]))
		i++;
	return r->concurrent[fn.i] = i < b->inst.n ? i + 2 : 1;
}

bool code_has_threads_in_mind(struct races *r, struct fn_id fn)
{
	return fn.i && first_operation(r, fn) >= 2;
}

const char *evidence_of_threads(struct arena *a, struct races *r, struct fn_id fn)
{
	uint32_t found = first_operation(r, fn);
	const struct body *b;
	const struct inst *in;
	struct sym_id callee;

	if (found < 2)
		return NULL;
	b = code_of(r, fn);
	in = &b->inst.at[found - 2];
	callee = in->op == OP_call ? body_callee(r->p, b, in) : (struct sym_id){ 0 };
	return arena_format(a, "%s in %s, line %u",
			    callee.i ? program_str(r->p, program_sym(r->p, callee)->name) : "an atomic operation",
			    name_function(r, fn), b->loc.at[in->loc].line);
}

/* What says that the accused runs beside others; NULL: nothing does. An operation in its function, or above it in the chain of
 * calls; or, with no need to guess, that the program itself starts it. */
static const char *concurrency(struct arena *a, struct races *r, const struct accused *x)
{
	uint32_t context[CHAIN_MOST], n = x->leaf ? name_way(r, x->use, x->leaf - 1, context) : 0;
	uint32_t thread = r->use.at[x->use].thread, kind = r->contexts->root.at[r->threads->thread.at[thread].root].kind;
	const char *text = NULL;

	for (uint32_t i = 0; i < n && !text; i++)
		text = evidence_of_threads(a, r, r->contexts->context.at[context[i]].fn);
	if (!text && x->leaf && kind != ROOT_EXPORT && kind != ROOT_ENTERED)
		text = arena_format(a, "started as %s", name_thread(a, r, thread));
	return text;
}

/* ---- visits ---- */

static bool thread_interrupts(const struct races *r, uint32_t thread)
{
	const struct root *root = &r->contexts->root.at[r->threads->thread.at[thread].root];

	switch (root->model) {
	case MODEL_KIND_SIGNAL:
	case MODEL_KIND_TIMER:
	case MODEL_KIND_IRQ:
	case MODEL_KIND_SOFTIRQ:
	case MODEL_KIND_TASKLET:
	case MODEL_KIND_HRTIMER:
	case MODEL_KIND_RCU:
	case MODEL_KIND_IPI:
		return root->kind == ROOT_HANDLER || root->kind == ROOT_TASK;
	default:
		return root->kind == ROOT_INTERRUPT;
	}
}

/* Exported functions are one thread class, and each of them a root. */
static void count_writer(struct races *r, struct counted *c, uint32_t use, uint32_t leaf)
{
	uint32_t context[CHAIN_MOST], n = name_way(r, use, leaf, context),
				      key[2] = { 0, n ? r->contexts->context.at[context[n - 1]].fn.i : 0 };

	(void)intern_bytes(&c->writer, key, sizeof key);
}

/* All threads of the kind do it there. */
static void count_doers(struct races *r, struct counted *c, uint32_t use, uint32_t leaf)
{
	const struct kind *k = &r->kind.at[r->use.at[use].kind];
	bool write = k->use.flags & ACCESS_WRITE;

	for (uint32_t i = 0; i < k->nmembers; i++) {
		uint32_t thread = r->member.at[k->member + i];
		const struct root *root = &r->contexts->root.at[r->threads->thread.at[thread].root];
		uint32_t key[2] = { root->fn.i, 0 };
		if (thread_interrupts(r, thread))
			c->interrupt = write ? 2 : c->interrupt ? c->interrupt : 1;
		if (write && root->kind == ROOT_EXPORT && thread == r->use.at[use].thread)
			count_writer(r, c, use, leaf);
		else if (write)
			(void)intern_bytes(&c->writer, key, sizeof key);
	}
}

static bool stores_zero_or_one(const struct races *r, const struct body *b, uint32_t inst)
{
	const struct inst *in = &b->inst.at[inst];
	struct ref value = in->op == OP_store ? body_arg(b, in, 1) : ref_make(REF_NONE, 0);
	const struct konst *k = program_konst_of(r->p, value);

	return k && (k->kind == KONST_NULL || (k->kind == KONST_INT && k->lo <= 1 && !k->hi));
}

enum { USERS_MOST = 16 }; /* the most that limits.def allows */

/* Does what is loaded go into nothing but sums that are stored where it came from, as in `n++`? By name of the address; one
 * step of arithmetic and casts after the other. */
static bool is_half_of_update(const struct body *b, uint32_t load)
{
	struct ref value[USERS_MOST], address = body_arg(b, &b->inst.at[load], 0);
	uint32_t n = 0;
	bool stored = false;

	value[n++] = ref_make(REF_VALUE, body_value(b, load));
	for (uint32_t k = 0; k < n; k++)
		for (uint32_t i = 0; i < b->inst.n; i++) {
			const struct inst *in = &b->inst.at[i];
			bool uses = false;
			for (uint32_t a = 0; a < in->nargs; a++)
				uses |= ref_kind(body_arg(b, in, a)) == REF_VALUE && ref_index(body_arg(b, in, a)) == ref_index(value[k]);
			if (!uses)
				continue;
			if (in->op == OP_store && ref_kind(body_arg(b, in, 0)) == ref_kind(address) &&
			    ref_index(body_arg(b, in, 0)) == ref_index(address)) {
				stored = true;
				continue;
			}
			if ((in->op != OP_binary && in->op != OP_cast) || limit_full(LIMIT_race_users, n))
				return false;
			value[n++] = ref_make(REF_VALUE, body_value(b, i));
		}
	return stored;
}

static bool is_used(const struct body *b, uint32_t inst)
{
	uint32_t value = body_value(b, inst);

	for (uint32_t i = 0; i < b->arg.n; i++)
		if (ref_kind(b->arg.at[i]) == REF_VALUE && ref_index(b->arg.at[i]) == value)
			return true;
	return false;
}

/* An atomic operation that tells what was there. */
static bool gives_what_it_reads(const struct body *b, uint32_t inst)
{
	uint8_t op = b->inst.at[inst].op;

	return op == OP_cmpxchg || (op == OP_rmw && is_used(b, inst));
}

/* A read on a line that does not also write counts: `n++` reads nothing that anybody else wants to know, `if (n++ > 3)` does. */
static void count_line(const struct body *b, uint32_t inst, struct counted *c, bool write)
{
	uint32_t key[2] = { b->fn.i, b->loc.at[b->inst.at[inst].loc].line };

	if (write)
		(void)intern_bytes(&c->written, key, sizeof key);
	if (write && gives_what_it_reads(b, inst))
		(void)intern_bytes(&c->read, key, sizeof key);
	else if (write)
		return;
	else if (!intern_find(&c->written, key, sizeof key) || (b->inst.at[inst].op == OP_load && !is_half_of_update(b, inst)))
		(void)intern_bytes(&c->read, key, sizeof key);
}

enum { NEVER_READ = 2, SELDOM_READ = 1, SELDOM = 4 };

/* Written, and never or rarely read: likely statistics (8.4). Rarely: by one place for so many that write. */
static int32_t how_often_read(const struct counted *c)
{
	uint32_t writes = (uint32_t)c->written.entry.n - 1, reads = (uint32_t)c->read.entry.n - 1;

	return !writes ? 0 : !reads ? NEVER_READ : writes >= SELDOM * reads ? SELDOM_READ : 0;
}

static void count_visit(struct races *r, struct counted *c, const struct seen *s)
{
	const struct body *b = code_of(r, r->contexts->context.at[s->context].fn);
	bool write = r->use.at[s->use].flags & ACCESS_WRITE;

	if (s->inst >= b->inst.n)
		return;
	count_line(b, s->inst, c, write);
	c->other_stores |= write && !stores_zero_or_one(r, b, s->inst);
	count_doers(r, c, s->use, s->leaf);
}

enum { PAIRS_ASKED = 32 };

/* What is freed is read by its members, which are locations of their own: both sides of what is told count. */
static void count_pairs_read(struct races *r, uint32_t location, struct counted *c)
{
	const struct location *l = &r->location.at[location];

	for (uint32_t i = l->clash; i < l->clash + l->nraces && i < l->clash + PAIRS_ASKED; i++) {
		const struct clash *x = &r->clash.at[r->order[i]];
		for (int side = 0; side < 2; side++) {
			uint32_t use = side ? x->b : x->a, leaf = side ? x->leaf_b : x->leaf_a;
			struct code_place at;
			if (!leaf || r->use.at[use].flags & ACCESS_WRITE)
				continue;
			at = leaf_place(r, use, leaf - 1);
			if (at.inst < code_of(r, at.fn)->inst.n)
				count_line(code_of(r, at.fn), at.inst, c, false);
		}
	}
}

/* Writes first, so that a read can be told from the half of an increment. Who reads when all others have ended reads, too. */
static void count_visits(struct races *r, uint32_t location, struct counted *c, bool reads)
{
	uint32_t n;
	const struct seen *s = location_places(r, location, &n);

	for (uint32_t i = 0; i < n; i++) {
		const struct body *b = code_of(r, r->contexts->context.at[s[i].context].fn);
		if (!(r->use.at[s[i].use].flags & ACCESS_WRITE) != reads)
			continue;
		if (seen_is_contested(&s[i]))
			count_visit(r, c, &s[i]);
		else if (reads && s[i].inst < b->inst.n)
			count_line(b, s[i].inst, c, false);
	}
	if (reads)
		count_pairs_read(r, location, c);
}

/* The visits of each thread that comes there, with the locks it has then. */
static void count_empty(struct races *r, uint32_t location, const struct accused *a, struct counted *c)
{
	uint32_t n, locks;
	const struct seen *s = location_places(r, location, &n);

	for (uint32_t i = 0; i < n; i++) {
		uint32_t doers = r->kind.at[r->use.at[s[i].use].kind].nmembers;
		if (s[i].inst != a->inst || r->contexts->context.at[s[i].context].fn.i != a->fn.i)
			continue;
		(void)use_locks(r, &r->use.at[s[i].use], &locks);
		c->visits += doers;
		c->empty += locks ? 0 : doers;
	}
}

/* ---- the accused ---- */

struct accused accused_of(struct races *r, uint32_t location)
{
	const struct location *l = &r->location.at[location];
	const struct clash *best = &r->clash.at[r->order[l->clash]];
	uint32_t n, m;
	struct accused a = { 0 };
	bool second;

	(void)use_locks(r, &r->use.at[best->a], &n);
	(void)use_locks(r, &r->use.at[best->b], &m);
	second = m < n && best->leaf_b;
	a.use = second ? best->b : best->a;
	a.leaf = second ? best->leaf_b : best->leaf_a;
	a.locks = second ? m : n;
	if (a.leaf) {
		a.fn = r->contexts->context.at[leaf_context(r, a.use, a.leaf - 1)].fn;
		a.inst = leaf_get(r, a.use, a.leaf - 1)->inst;
	}
	return a;
}

/* Is a function in the accused's chain of calls entered by many threads, or by interrupts, as somebody has declared? The words
 * for it; NULL: nobody has. */
static const char *annotation(struct arena *out, struct races *r, const struct accused *a)
{
	uint32_t context[CHAIN_MOST], n = a->leaf ? name_way(r, a->use, a->leaf - 1, context) : 0;

	while (n--) {
		struct sym_id fn = program_fn(r->p, r->contexts->context.at[context[n]].fn)->sym;
		uint8_t verb = r->points->annotated[fn.i].verb;
		if (verb == DECLARED_MULTITHREADED || verb == DECLARED_INTERRUPT)
			return points_annotation(out, r->points, fn);
	}
	return NULL;
}

static bool is_non_atomic(struct races *r, uint32_t location)
{
	for (uint32_t k = r->first_kind[location]; k; k = r->kind.at[k].next) {
		const struct use *u = &r->kind.at[k].use;
		if (u->flags & ACCESS_WRITE && (u->nbits || u->size > r->word))
			return true;
	}
	return false;
}

static int32_t distance_of(const struct races *r, const struct clash *c)
{
	const struct use *a = &r->use.at[c->a], *b = &r->use.at[c->b];

	return 3 * (a->calls + b->calls) + a->conditions + b->conditions;
}

/* The first lock of side a that has the name of one of side b, which is not the same one for sure, or the pair were none; NULL:
 * there is none. */
static const char *same_lock(struct races *r, const struct clash *c)
{
	const struct use *a = &r->use.at[c->a], *b = &r->use.at[c->b];
	uint32_t n, m;
	const struct held *x = use_locks(r, a, &n), *y = use_locks(r, b, &m);

	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < m; k++) {
			const char *name = name_lock(r->arena, r, a, x[i].term);
			if (!((x[i].flags | y[k].flags) & HELD_SHARED) && !strcmp(name, name_lock(r->arena, r, b, y[k].term)))
				return name;
		}
	return NULL;
}

/* The same of all pairs of the location: one of another kind says more. */
static const char *same_lock_always(struct races *r, const struct location *l)
{
	const char *lock = NULL;

	for (uint32_t i = l->clash; i < l->clash + l->nraces; i++) {
		const char *other = same_lock(r, &r->clash.at[r->order[i]]);
		if (!other)
			return NULL;
		lock = lock ? lock : other;
	}
	return lock;
}

bool race_in_signal(const struct races *r, struct fn_id fn)
{
	const struct contexts *c = r->contexts;

	for (uint32_t i = c->first_by_fn[fn.i]; i < c->first_by_fn[fn.i + 1]; i++) {
		uint32_t n;
		const uint32_t *thread = threads_of_context(r->threads, c->by_fn[i], &n);
		for (uint32_t k = 0; k < n; k++)
			if (threads_handles_signal(r->threads, thread[k]))
				return true;
	}
	return false;
}

/* ---- memory whose address functions outside get, which may read it ---- */

static bool is_outside(const struct races *r, struct sym_id callee)
{
	return callee.i && !program_sym(r->p, callee)->fn.i && !points_rows(r->points, callee);
}

static void note_given(struct races *r, const struct body *b, const struct inst *call)
{
	enum { FEW = 4 };
	struct cell cell[FEW];

	for (uint32_t k = 1; k < call->nargs; k++) {
		uint32_t n = points_cells(r->points, b->fn, body_arg(b, call, k), cell, FEW);
		for (uint32_t i = 0; i < n && i < FEW; i++)
			map_put(r->arena, &r->given, cell[i].class, 1);
	}
}

static void find_given(struct races *r)
{
	struct arena scratch;
	struct body b = { 0 };

	r->given_known = true;
	arena_init(&scratch, "race given");
	for (uint32_t f = 1; f < r->p->fn.n; f++) {
		body_get(&scratch, r->p, (struct fn_id){ f }, &b);
		for (uint32_t i = 0; i < b.inst.n; i++)
			if (b.inst.at[i].op == OP_call && is_outside(r, body_callee(r->p, &b, &b.inst.at[i])))
				note_given(r, &b, &b.inst.at[i]);
	}
	arena_release(&scratch);
}

/* May some function outside read what is at this location? */
static bool is_given(struct races *r, uint32_t location)
{
	const struct use *u = &r->use.at[r->location.at[location].use];
	struct sym_id sym = use_variable(r, u);

	if (!r->given_known)
		find_given(r);
	if (sym.i && map_get(&r->given, points_sym(r->points, sym).class))
		return true;
	for (uint32_t i = 0; i < u->ncells; i++)
		if (map_get(&r->given, r->cell.at[u->cell + i].class))
			return true;
	return false;
}

/* Does one side of some pair hold a lock that is in the record itself, or any lock where the record is handed to both? */
static bool is_guarded_elsewhere(struct races *r, const struct location *l)
{
	for (uint32_t i = l->clash; i < l->clash + l->nraces; i++) {
		const struct clash *c = &r->clash.at[r->order[i]];
		const struct use *a = &r->use.at[c->a], *b = &r->use.at[c->b];
		uint8_t sign;
		if (use_holds_its_lock(r, a) || use_holds_its_lock(r, b))
			return true;
		if ((a->held || b->held) && uses_are_handed(r, a, b, &sign) && sign & SIGN_LOCK)
			return true;
	}
	return false;
}

void race_evidence(struct arena *out, struct races *r, uint32_t location, struct finding *x)
{
	const struct clash *best = &r->clash.at[r->order[r->location.at[location].clash]];
	const char *lock = same_lock_always(r, &r->location.at[location]), *threads, *declared;
	struct accused a = accused_of(r, location);
	struct counted c = { 0 };
	struct harm_seen seen = { 0 };
	int32_t read;

	intern_init(&c.writer, r->arena);
	intern_init(&c.written, r->arena);
	intern_init(&c.read, r->arena);
	count_visits(r, location, &c, false);
	count_visits(r, location, &c, true);
	count_empty(r, location, &a, &c);
	if (c.visits)
		finding_fact(out, x, FACT_unlocked, (int32_t)(100ull * c.empty / c.visits),
			     arena_format(out, "%u of %u visits", c.empty, c.visits));
	declared = annotation(out, r, &a);
	threads = concurrency(out, r, &a);
	if (!threads && is_guarded_elsewhere(r, &r->location.at[location]))
		threads = "another access holds a lock of the same object";
	finding_fact(out, x, FACT_concurrent, threads || declared, threads ? threads : declared ? "declared" : NULL);
	if (lock)
		finding_fact(out, x, FACT_same_lock, 1, arena_string(out, lock));
	finding_fact(out, x, FACT_annotated, declared != NULL, declared);
	finding_fact(out, x, FACT_inner, best->inner, NULL);
	finding_fact(out, x, FACT_interrupt, c.interrupt, NULL);
	seen.signal = uses_are_signalled(r, &r->use.at[best->a], &r->use.at[best->b]);
	if (seen.signal)
		finding_fact(out, x, FACT_signal_flag, 1, NULL);
	finding_fact(out, x, FACT_roots, (int32_t)(c.writer.entry.n - 1), NULL);
	finding_fact(out, x, FACT_non_atomic, is_non_atomic(r, location), NULL);
	if (a.leaf && !a.locks && !around_is_free(r, a.use, a.leaf - 1))
		finding_fact(out, x, FACT_upward_alone, 1, NULL);
	finding_fact(out, x, FACT_write, !a.locks && r->use.at[a.use].flags & ACCESS_WRITE, NULL);
	read = how_often_read(&c);
	finding_fact(out, x, FACT_never_read, read == NEVER_READ && is_given(r, location) ? 0 : read,
		     arena_format(out, "%zu written, %zu read", c.written.entry.n - (size_t)1, c.read.entry.n - (size_t)1));
	finding_fact(out, x, FACT_flag, c.written.entry.n > 1 && !c.other_stores, NULL);
	seen.unread = read && !is_given(r, location);
	seen.flag = c.written.entry.n > 1 && !c.other_stores;
	race_harm(out, r, location, &seen, x);
	finding_fact(out, x, FACT_set_up, RECOGNISED(race_setup, location_is_set_up(r, location)), NULL);
	finding_fact(out, x, FACT_distance, distance_of(r, best), NULL);
}

/* ---- how many variables are used without a lock around the accused (8.4) ---- */

/* The non-critical sections of the two sides of the best pair; 0: a lock is held. */
static void bare_sections(struct races *r, uint32_t location, uint64_t section[2])
{
	const struct clash *c = &r->clash.at[r->order[r->location.at[location].clash]];

	for (int side = 0; side < 2; side++) {
		uint32_t use = side ? c->b : c->a, leaf = side ? c->leaf_b : c->leaf_a, n;
		(void)use_locks(r, &r->use.at[use], &n);
		section[side] = leaf && !n ? around_section(r, use, leaf - 1) : 0;
	}
	section[1] = section[1] == section[0] ? 0 : section[1];
}

void race_evidence_beside(struct arena *out, struct races *r, struct finding *x)
{
	struct map count = { 0 };
	uint64_t section[2];

	for (uint32_t i = 0; i < r->told.n; i++) {
		bare_sections(r, r->told.at[i], section);
		for (int side = 0; side < 2 && !x[i].pruned; side++)
			if (section[side])
				++*map_at(r->arena, &count, section[side]);
	}
	for (uint32_t i = 0; i < r->told.n; i++) {
		uint32_t most = 0;
		bare_sections(r, r->told.at[i], section);
		for (int side = 0; side < 2 && !x[i].pruned; side++)
			most = section[side] && *map_at(r->arena, &count, section[side]) > most
				       ? *map_at(r->arena, &count, section[side])
				       : most;
		if (most)
			finding_fact(out, &x[i], FACT_variables, (int32_t)most, NULL);
	}
}
