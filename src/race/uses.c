/* What each thread does to memory: the accesses in the summary of its start function, with what the thread was started with in
 * place of the formals, and the closed ones of every function that it gets to, with the locks it surely holds on entry
 * (contexts).
 *
 *     pthread_create(&t, NULL, worker, &pool);        worker: p->n {p->lock}        use: pool.n {pool.lock}
 *
 * Only what a thread has surely taken itself counts as held: nothing is held when it starts. Equal uses are one, and keep the
 * list of accesses that they stand for. */
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/store/hash.h"
#include "points/solve/layout.h"
#include "race/build.h"
#include "summary/census/ground.h"
#include "term/value.h"

enum { CELLS_MOST = 16, ENTRIES_MOST = 4, LOCKS_MOST = 64, ARGS_MOST = 2 }; /* sizes of arrays: the most that limits.def allows */

/* A thread's start, with what is known of its arguments: terms of races.terms, 0: nothing. */
struct race_entry {
	uint32_t thread, context;
	uint32_t arg[ARGS_MOST];
};

struct race_key {
	uint32_t at, held, size, bits, flags, member, within, cells;
};

#define ALWAYS_ALL UINT32_MAX

struct making {
	struct races *r;
	struct arena scratch;
	struct intern key, cells;   /* of struct race_key: the number is its place in use; of arrays of cells */
	VEC(struct use) use;        /* of all threads; 0 is none */
	VEC(struct from) from;      /* as in struct races, in the order of sight */
	VEC(uint32_t) cells_at;     /* by number of an array: where it is in races.cell */
	VEC(struct held) guard;    /* the set being made */
	uint32_t *memo;             /* by term of the summary */
	uint32_t *entry_held;       /* by lock set of contexts: in our words, + 1 (races.held) */
	struct map joined;          /* held on entry and lockset of the function at hand: all that is held, + 1 */
	uint32_t *depth;            /* by context: calls from the start of its thread */
	bool *gets_there;           /* by context: some thread does that does not begin there */
	/* by function: held whoever calls it, by the summaries of all callers; ALWAYS_ALL: nobody has been seen yet */
	uint32_t *always;
};

/* ---- what a thread is started with ---- */

/* Is there such an object in the function's own words, so that the two would be mixed up? */
static bool is_mentioned(const struct summary *s, const struct term *root)
{
	for (uint32_t i = 1; i < s->nterms; i++)
		if (s->term[i].kind == root->kind && s->term[i].a == root->a && s->term[i].b == root->b)
			return true;
	return false;
}

/* So many bytes behind the start of an object, constant elements of arrays taken apart as summaries do (term/value.h). */
static uint32_t inside(struct races *r, uint32_t root, const struct term *k, int64_t offset)
{
	int64_t first =
		k->kind == TERM_SYM ? layout_of(r->p, program_sym(r->p, (struct sym_id){ k->a })->type, offset).offset : offset;
	struct term index = { .kind = TERM_INDEX, .base = root };

	if (first != offset) {
		index.a = term_number(&r->terms, offset - first);
		root = term_make(&r->terms, &index);
	}
	return term_field(&r->terms, root, first);
}

/* The only thing that the set may be, in our table: an object and an offset in it; 0: several, or no name. What contexts loaded
 * from memory is no promise, and stays the parameter. */
static uint32_t translated(struct races *r, const struct summary *s, uint32_t set)
{
	const struct terms *from = &r->contexts->terms;
	uint32_t term = set_only(from, set), root;
	struct term field, k;

	if (!term || !term_is_fixed(from, term))
		return 0;
	field = term_get(from, term);
	k = term_get(from, term_root(from, term));
	if (k.kind != TERM_SYM && k.kind != TERM_HEAP && k.kind != TERM_STACK && k.kind != TERM_NAMED)
		return 0;
	if (!threads_names_one(r->threads, &k) && is_mentioned(s, &k))
		return 0;
	k.base = 0; /* which copy of a wrapper made it: our terms do not say */
	root = term_make(&r->terms, &k);
	return field.kind == TERM_FIELD ? inside(r, root, &k, field.offset) : root;
}

/* Different things that the thread is started with in this context, each an entry of its own; too many, and nothing is known. */
static uint32_t entries_of(struct races *r, uint32_t thread, uint32_t context, struct race_entry *out)
{
	const struct summary *s = r->s->of[r->contexts->context.at[context].fn.i];
	uint32_t nedges, n = 0, set[ENTRIES_MOST] = { 0 };
	const uint32_t *edge = threads_edges(r->threads, thread, &nedges);

	out[0] = (struct race_entry){ .thread = thread, .context = context };
	for (uint32_t i = 0; i < nedges; i++) {
		const struct edge *e = &r->contexts->edge.at[edge[i]];
		uint32_t k = 0;
		if (e->to != context)
			continue;
		while (k < n && set[k] != e->arg)
			k++;
		if (k < n)
			continue;
		if (!translated(r, s, e->arg) || limit_full(LIMIT_race_entries, n))
			return 1;
		set[n++] = e->arg;
	}
	for (uint32_t k = 0; k < n; k++)
		out[k] = (struct race_entry){ thread, context, { translated(r, s, set[k]) } };
	return n ? n : 1;
}

/* ---- things that only one object can be ---- */

/* Is there an array on the way to this byte, so that the offset says "some element"? */
static bool is_in_array(const struct program *p, struct type_id t, int64_t offset)
{
	for (uint32_t depth = 0; !limit_full(LIMIT_race_types, depth); depth++) {
		const struct type *x = t.i ? program_type(p, type_strip(p, t)) : NULL;
		const struct field *f = NULL;
		if (x && x->kind == TYPE_ARRAY)
			return true;
		if (!x || (x->kind != TYPE_STRUCT && x->kind != TYPE_UNION))
			return !x;
		for (uint32_t i = 0; i < x->nfields && !f; i++) {
			const struct field *g = &p->field.at[x->field + i];
			uint64_t size = program_type(p, type_strip(p, g->type))->size;
			if (g->offset <= (uint64_t)offset * 8 && (uint64_t)offset * 8 < g->offset + size)
				f = g;
		}
		if (!f)
			return false;
		offset -= (int64_t)(f->offset / 8);
		t = f->type;
	}
	return true;
}

/* The thing that a pointer to this cell must point to, because nothing else is there: a variable that is a class by itself. 0:
 * there is more, or an array. */
static uint32_t only_thing(struct races *r, struct cell c)
{
	uint32_t n = 0;
	const uint32_t *object = c.class && c.class <= r->points->nclasses ? points_objects(r->points, c.class, &n) : NULL;
	const struct object *o = n == 1 ? &r->points->object.at[object[0]] : NULL;
	struct term k = { .kind = TERM_SYM, .a = o ? o->sym.i : 0 };

	if (!o || o->kind != OBJECT_VARIABLE || points_fold(r->points, c.class) || !threads_names_one(r->threads, &k))
		return 0;
	if (c.offset < o->cell.offset || is_in_array(r->p, program_sym(r->p, o->sym)->type, c.offset - o->cell.offset))
		return 0;
	return term_field(&r->terms, term_make(&r->terms, &k), c.offset - o->cell.offset);
}

/* A name for what has none by itself; otherwise the term. */
static uint32_t settled(struct races *r, const struct summary *s, uint32_t original, uint32_t term)
{
	struct term k = term_object(&r->terms, term);
	struct cell cell[2];
	uint32_t thing;

	if (anchor_is_object(&k) || term_cells_of(r->points, s->term, original, cell, 2) != 1)
		return term;
	thing = only_thing(r, cell[0]);
	return thing ? thing : term;
}

/* ---- locks ---- */

/* A lock of a summary in our words: that it is held says nothing here of how often, or under which other names. */
static struct held plain(const struct held *g, uint32_t term)
{
	return (struct held){ .term = term, .family = g->family, .flags = g->flags & HELD_SHARED };
}

static uint32_t keep_held(struct races *r, struct held *h, uint32_t n)
{
	return held_keep(&r->held, h, held_sort(h, n));
}

static uint32_t held_of(struct making *m, const struct summary *s, const struct relative *l, const struct race_entry *e)
{
	m->guard.n = 0;
	for (uint32_t i = l->plus; i < l->plus + l->nplus; i++) {
		uint32_t term = s->guard[i].term, ours = summary_translate(&m->r->terms, s, term, e->arg, ARGS_MOST, m->memo);
		ours = settled(m->r, s, term, ours);
		if (ours && term_get(&m->r->terms, ours).kind != TERM_TOP)
			*vec_add(&m->scratch, &m->guard) = plain(&s->guard[i], ours);
	}
	return keep_held(m->r, m->guard.at, m->guard.n);
}

const struct held *use_locks(const struct races *r, const struct use *u, uint32_t *n)
{
	return held_get(&r->held, u->held, n);
}

/* ---- uses ---- */

/* The cells of a term of ours that starts at an object: its few steps as a table. */
static uint32_t cells_of_object(const struct races *r, uint32_t at, struct cell *cell)
{
	struct term chain[TERM_MOST_STEPS + 1], table[TERM_MOST_STEPS + 3] = { 0 }, k = term_get(&r->terms, at);
	uint32_t depth = 0;

	for (; term_is_step(k.kind); k = term_get(&r->terms, k.base))
		chain[depth++] = k;
	table[1] = k;
	for (uint32_t i = 0; i < depth; i++) {
		table[i + 2] = chain[depth - 1 - i];
		table[i + 2].base = i + 1;
		table[i + 2].a = 0; /* an index does not matter here */
	}
	return term_cells_of(r->points, table, depth + 1, cell, limit(LIMIT_race_cells));
}

/* In which cells of points the location is: by the term in our words if its root was replaced, otherwise by that of the summary,
 * as there may be none in ours. Numbers of making.cells. */
static uint32_t cells_of(struct making *m, const struct summary *s, uint32_t original, uint32_t at)
{
	struct races *r = m->r;
	struct cell cell[CELLS_MOST];
	struct term root = term_get(&r->terms, term_root(&r->terms, at));
	uint32_t n, id;

	if (anchor_is_object(&root) && !root.base)
		n = cells_of_object(r, at, cell);
	else
		n = term_cells_of(r->points, s->term, original, cell, limit(LIMIT_race_cells));
	if (limit_over(LIMIT_race_cells, n)) {
		n = limit(LIMIT_race_cells);
		gap(cells);
	}
	id = intern_bytes(&m->cells, cell, n * sizeof *cell);
	if (id >= m->cells_at.n) {
		*vec_add(&m->scratch, &m->cells_at) = r->cell.n;
		for (uint32_t i = 0; i < n; i++)
			*vec_add(r->arena, &r->cell) = cell[i];
	}
	return id;
}

static struct term root_object(const struct term *table, uint32_t term)
{
	return table[anchor_of(table, term).term];
}

static void add_from(struct making *m, struct use *u, struct from f)
{
	uint32_t at = u->from;

	while (at && m->from.at[at].context == f.context && m->from.at[at].thread == f.thread &&
	       m->from.at[at].access != f.access)
		at = m->from.at[at].next;
	if (at && m->from.at[at].context == f.context && m->from.at[at].thread == f.thread)
		return; /* the same, started with something else that makes no difference */
	f.next = u->from;
	*vec_add(&m->scratch, &m->from) = f;
	u->from = m->from.n - 1;
}

static struct use use_of(struct making *m, const struct summary *s, const struct race_entry *e, uint32_t access, uint32_t *cells)
{
	struct races *r = m->r;
	const struct access *x = &s->access[access];
	struct term root = root_object(s->term, x->at);
	bool tls = root.kind == TERM_SYM && program_sym(r->p, (struct sym_id){ root.a })->flags & SYM_THREAD_LOCAL;
	struct use u = { .size = x->size,
			 .bit = x->bit,
			 .nbits = x->nbits,
			 .flags = x->flags & (uint8_t)~ACCESS_CLOSED,
			 .member = x->member,
			 .within = x->within,
			 .own = root.kind == TERM_STACK || tls,
			 .made = root.kind == TERM_HEAP };

	u.at = settled(r, s, x->at, summary_translate(&r->terms, s, x->at, e->arg, ARGS_MOST, m->memo));
	*cells = cells_of(m, s, x->at, u.at);
	return u;
}

static void add_use(struct making *m, struct use u, uint32_t cells, struct from f)
{
	struct race_key key = { u.at,       u.held,	   u.size, (uint32_t)u.bit << 16 | u.nbits, u.flags | u.own << 8 | u.made << 9,
			   u.member.i, u.within.i, cells };
	uint32_t id = intern_bytes(&m->key, &key, sizeof key);

	if (id >= m->use.n) {
		u.cell = cells ? m->cells_at.at[cells] : 0;
		u.ncells = intern_length(&m->cells, cells) / sizeof(struct cell);
		*vec_add(&m->scratch, &m->use) = u;
	} else if (u.calls * 3u + u.conditions < m->use.at[id].calls * 3u + m->use.at[id].conditions) {
		m->use.at[id].calls = u.calls;
		m->use.at[id].conditions = u.conditions;
	}
	add_from(m, &m->use.at[id], f);
}

static void add_start(struct making *m, uint32_t thread, uint32_t context)
{
	const struct summary *s = m->r->s->of[m->r->contexts->context.at[context].fn.i];
	struct race_entry entry[ENTRIES_MOST];
	uint32_t n;

	if (!s)
		return;
	n = entries_of(m->r, thread, context, entry);
	for (uint32_t k = 0; k < n; k++) {
		m->memo = arena_array(&m->scratch, s->nterms + 1, sizeof *m->memo);
		for (uint32_t i = 0; i < s->naccesses; i++) {
			uint32_t cells;
			struct use u;
			if (s->access[i].flags & ACCESS_BELOW)
				continue;
			u = use_of(m, s, &entry[k], i, &cells);
			u.held = held_of(m, s, &s->relative[s->access[i].lockset], &entry[k]);
			u.calls = s->access[i].calls;
			u.conditions = s->access[i].conditions;
			add_use(m, u, cells,
				(struct from){ .context = context,
					       .access = i,
					       .thread = thread,
					       .trace = u.calls * 3u + u.conditions,
					       .calls = u.calls });
		}
	}
}

/* ---- inside a thread ---- */

/* A lock of contexts in our words; 0: it has no name that others could have for it. */
static uint32_t lock_of_context(struct races *r, const struct held *l)
{
	const struct terms *from = &r->contexts->terms;
	struct term field = term_get(from, l->term), k = term_get(from, term_root(from, l->term));
	uint32_t root;

	if (!(l->flags & HELD_CERTAIN) || !term_is_fixed(from, l->term))
		return 0;
	if (k.kind != TERM_SYM && k.kind != TERM_HEAP && k.kind != TERM_STACK && k.kind != TERM_NAMED)
		return 0;
	k.base = 0;
	root = term_make(&r->terms, &k);
	return field.kind == TERM_FIELD ? inside(r, root, &k, field.offset) : root;
}

static uint32_t held_on_entry(struct making *m, uint32_t held)
{
	uint32_t n;
	const struct held *l = contexts_locks(m->r->contexts, held, &n);

	if (m->entry_held[held])
		return m->entry_held[held] - 1;
	m->guard.n = 0;
	for (uint32_t i = 0; i < n; i++) {
		uint32_t term = lock_of_context(m->r, &l[i]);
		if (term && !map_get(&m->r->s->ground->counting, l[i].family)) /* a semaphore may let several in */
			*vec_add(&m->scratch, &m->guard) = plain(&l[i], term);
	}
	m->entry_held[held] = 1 + keep_held(m->r, m->guard.at, m->guard.n);
	return m->entry_held[held] - 1;
}

/* May the function have given this lock back, which its caller held? */
static bool is_given_back(struct making *m, const struct summary *s, const struct relative *l, const struct held *g)
{
	static const struct race_entry nothing;
	struct races *r = m->r;

	for (uint32_t i = l->minus; i < l->minus + l->nminus; i++) {
		const struct held *x = &s->guard[i];
		struct cell a[CELLS_MOST], b[CELLS_MOST];
		uint32_t na, nb;
		if (!x->count || (x->family && x->family != g->family))
			continue;
		if (s->term[x->term].kind == TERM_TOP ||
		    summary_translate(&r->terms, s, x->term, nothing.arg, ARGS_MOST, m->memo) == g->term)
			return true;
		na = term_cells_of(r->points, s->term, x->term, a, limit(LIMIT_race_cells));
		nb = cells_of_object(r, g->term, b);
		if (!na || limit_over(LIMIT_race_cells, na) || limit_over(LIMIT_race_cells, nb))
			return true;
		for (uint32_t j = 0; j < na; j++)
			for (uint32_t k = 0; k < nb; k++)
				if (a[j].class == b[k].class && a[j].offset == b[k].offset)
					return true;
	}
	return false;
}

/* Of two parts of a lock set each has room for as many. */
static bool has_room(uint32_t kept, uint32_t parts)
{
	if (kept < parts * limit(LIMIT_race_locks))
		return true;
	limit_met(LIMIT_race_locks);
	return false;
}

/* What is held at an access: on entry and not given back, and what the function has taken. */
static uint32_t held_inside(struct making *m, const struct summary *s, uint32_t lockset, uint32_t entry)
{
	static const struct race_entry nothing;
	struct races *r = m->r;
	const struct relative *l = &s->relative[lockset];
	uint32_t *known = map_at(&m->scratch, &m->joined, map_pair(entry, lockset) + 1), own, n = 0, kept = 0;
	struct held all[LOCKS_MOST];
	const struct held *g;
	struct use of_entry = { .held = entry }, of_own;

	if (*known)
		return *known - 1;
	own = held_of(m, s, l, &nothing);
	g = use_locks(r, &of_entry, &n);
	for (uint32_t i = 0; i < n && has_room(kept, 1); i++)
		if (!is_given_back(m, s, l, &g[i]))
			all[kept++] = g[i];
	of_own.held = own;
	g = use_locks(r, &of_own, &n);
	for (uint32_t i = 0; i < n && has_room(kept, 2); i++)
		all[kept++] = g[i];
	own = keep_held(r, all, kept);
	map_put(&m->scratch, &m->joined, map_pair(entry, lockset) + 1, own + 1);
	return own;
}

/* Held whoever calls: contexts may have lost a lock that the summaries of the callers know. Locks that are variables only. */
static uint32_t add_guards(struct making *m, uint32_t a, uint32_t b, bool both)
{
	struct use x = { .held = a }, y = { .held = b };
	uint32_t na, nb, kept = 0;
	const struct held *ga = use_locks(m->r, &x, &na), *gb = use_locks(m->r, &y, &nb);
	struct held all[LOCKS_MOST];

	if (both)
		return held_keep(&m->r->held, all, held_meet(all, ga, na, gb, nb));
	for (uint32_t i = 0; i < na && has_room(kept, 1); i++)
		all[kept++] = ga[i];
	for (uint32_t k = 0; k < nb && has_room(kept, 2); k++)
		all[kept++] = gb[k];
	return keep_held(m->r, all, kept);
}

static bool is_variable(const struct races *r, uint32_t term)
{
	struct term root = term_get(&r->terms, term_root(&r->terms, term));

	return term_is_fixed(&r->terms, term) &&
	       (root.kind == TERM_NAMED ||
		(root.kind == TERM_SYM && !(program_sym(r->p, (struct sym_id){ root.a })->flags & SYM_THREAD_LOCAL)));
}

/* What the caller has surely taken at these calls, and what he was entered with and has not given back. */
static uint32_t held_at_calls(struct making *m, const struct summary *s, const struct under *u)
{
	static const struct race_entry nothing;
	struct races *r = m->r;
	const struct relative *l = &s->relative[u->lockset];
	struct use entry = { .held = m->always[s->fn.i] };
	struct held all[LOCKS_MOST];
	uint32_t n, kept = 0;
	const struct held *g = use_locks(r, &entry, &n);

	for (uint32_t i = 0; i < n && has_room(kept, 1); i++)
		if (!is_given_back(m, s, l, &g[i]))
			all[kept++] = g[i];
	for (uint32_t i = l->plus; i < l->plus + l->nplus && has_room(kept, 2); i++) {
		uint32_t term = summary_translate(&r->terms, s, s->guard[i].term, nothing.arg, ARGS_MOST, m->memo);
		if (is_variable(r, term))
			all[kept++] = plain(&s->guard[i], term);
	}
	return keep_held(r, all, kept);
}

static void mark_start(struct making *m, const uint32_t *context, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		m->always[m->r->contexts->context.at[context[i]].fn.i] = 0;
}

/* From the starts of threads down the calls until nothing is lost any more; callers before callees, so that a few rounds do. */
static void find_always(struct making *m)
{
	struct races *r = m->r;
	const struct scc *scc = &r->s->ground->scc;

	m->always = arena_array(&m->scratch, r->p->fn.n, sizeof *m->always);
	memset(m->always, 0xff, r->p->fn.n * sizeof *m->always);
	for (uint32_t t = 1; t < r->threads->thread.n; t++) {
		uint32_t n;
		const uint32_t *start = threads_starts(r->threads, t, &n);
		mark_start(m, start, n);
		start = threads_riders(r->threads, t, &n);
		mark_start(m, start, n);
	}
	for (bool changed = true; changed;) {
		changed = false;
		for (uint32_t k = scc->first[scc->n]; k-- > 0;) {
			const struct summary *s = r->s->of[scc->node[k]];
			if (!s || m->always[s->fn.i] == ALWAYS_ALL)
				continue;
			m->memo = arena_array(&m->scratch, s->nterms + 1, sizeof *m->memo);
			for (uint32_t i = 0; i < s->nunder; i++) {
				uint32_t held = held_at_calls(m, s, &s->under[i]), *at = &m->always[s->under[i].callee.i];
				uint32_t now = *at == ALWAYS_ALL ? held : add_guards(m, *at, held, true);
				changed |= now != *at;
				*at = now;
			}
		}
	}
}

static void add_closed(struct making *m, const struct summary *s, uint32_t access, uint32_t first, uint32_t end)
{
	static const struct race_entry nothing;
	const struct races *r = m->r;
	const struct access *x = &s->access[access];
	uint32_t cells;
	struct use u = use_of(m, s, &nothing, access, &cells);

	for (uint32_t k = first; k < end; k++) {
		uint32_t context = r->contexts->by_fn[k];
		if (!m->gets_there[context])
			continue;
		u.held = held_on_entry(m, r->contexts->context.at[context].held);
		if (m->always[s->fn.i] != ALWAYS_ALL)
			u.held = add_guards(m, u.held, m->always[s->fn.i], false);
		u.held = held_inside(m, s, x->lockset, u.held);
		u.calls = (uint16_t)(x->calls + m->depth[context]);
		u.conditions = x->conditions;
		add_use(m, u, cells,
			(struct from){ .context = context,
				       .access = access,
				       .trace = x->calls * 3u + x->conditions,
				       .calls = x->calls });
	}
}

static void add_function(struct making *m, uint32_t fn)
{
	const struct summary *s = m->r->s->of[fn];
	uint32_t first = m->r->contexts->first_by_fn[fn], end = m->r->contexts->first_by_fn[fn + 1];

	if (!s)
		return;
	m->memo = arena_array(&m->scratch, s->nterms + 1, sizeof *m->memo);
	m->joined = (struct map){ 0 };
	for (uint32_t i = 0; i < s->naccesses; i++)
		if (s->access[i].flags & ACCESS_CLOSED && !(s->access[i].flags & ACCESS_BELOW))
			add_closed(m, s, i, first, end);
}

static void measure_depth(struct making *m)
{
	const struct contexts *c = m->r->contexts;

	m->depth = arena_array(&m->scratch, c->context.n, sizeof *m->depth);
	for (uint32_t k = 1; k < c->context.n; k++)
		for (uint32_t up = c->context.at[k].from; up && !limit_full(LIMIT_race_depth, m->depth[k]); up = c->context.at[up].from)
			m->depth[k]++;
}

/* ---- all ---- */

static void find_starts(struct making *m)
{
	struct races *r = m->r;

	for (uint32_t t = 1; t < r->threads->thread.n; t++) {
		uint32_t nstarts, nriders;
		const uint32_t *start = threads_starts(r->threads, t, &nstarts), *rider = threads_riders(r->threads, t, &nriders);
		for (uint32_t i = 0; i < nstarts; i++)
			map_put(r->arena, &r->start, map_pair(t, start[i]), 1);
		for (uint32_t i = 0; i < nriders; i++)
			map_put(r->arena, &r->start, map_pair(t, rider[i]), 1);
	}
	m->gets_there = arena_array(&m->scratch, r->contexts->context.n, sizeof *m->gets_there);
	for (uint32_t k = 1; k < r->contexts->context.n; k++) {
		uint32_t n;
		const uint32_t *thread = threads_of_context(r->threads, k, &n);
		for (uint32_t i = 0; i < n && !m->gets_there[k]; i++)
			m->gets_there[k] = !map_get(&r->start, map_pair(thread[i], k));
	}
}

static void flatten_terms(struct races *r)
{
	uint32_t n = r->terms.row.n;
	struct term *table = arena_array(r->arena, n + 1, sizeof *table);

	for (uint32_t i = 1; i < n; i++)
		table[i] = term_get(&r->terms, i);
	r->term = table;
}

void uses_make(struct races *r)
{
	struct making m = { .r = r };

	arena_init(&m.scratch, "race uses");
	intern_init(&m.key, &m.scratch);
	intern_init(&m.cells, &m.scratch);
	(void)vec_add(&m.scratch, &m.cells_at);
	(void)vec_add(&m.scratch, &m.use);
	(void)vec_add(&m.scratch, &m.from);
	find_starts(&m);
	for (uint32_t t = 1; t < r->threads->thread.n; t++) {
		uint32_t nstarts, nriders;
		const uint32_t *start = threads_starts(r->threads, t, &nstarts), *rider = threads_riders(r->threads, t, &nriders);
		for (uint32_t i = 0; i < nstarts; i++)
			add_start(&m, t, start[i]);
		for (uint32_t i = 0; i < nriders; i++)
			add_start(&m, t, rider[i]);
	}
	measure_depth(&m);
	m.entry_held = arena_array(&m.scratch, (size_t)r->contexts->held.entry.n + 1, sizeof *m.entry_held);
	find_always(&m);
	for (uint32_t fn = 1; fn < r->p->fn.n; fn++)
		add_function(&m, fn);
	kinds_make(r, m.use.at, m.use.n, m.from.at, m.from.n);
	flatten_terms(r);
	arena_release(&m.scratch);
}
