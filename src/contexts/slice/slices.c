/* Slices of all functions: first what they need of each other (demand.c), then each one once; then what they and their callees
 * read, store, start and change, callees first. */
#include "contexts/slice/slice.h"

#include <string.h>

#include "base/store/scc.h"

struct maker {
	struct slices *s;
	struct body b;
	struct arena scratch;
	struct scc scc;
	uint32_t *first, *callee; /* of f: callee[first[f]] .. callee[first[f + 1]], every kind of site */
};

bool slices_follows(const struct points *points, struct sym_id sym)
{
	return program_sym(points->p, sym)->fn.i && !points->row[sym.i];
}

static void call_graph(struct maker *m)
{
	const struct points *points = m->s->points;
	uint32_t nfns = points->p->fn.n, n = 0;

	for (uint32_t i = 1; i < points->site.n; i++)
		n += points->site.at[i].ntargets;
	m->first = arena_array(&m->scratch, nfns + 1, sizeof *m->first);
	m->callee = arena_array(&m->scratch, n + 1, sizeof *m->callee);
	n = 0;
	for (uint32_t f = 0; f < nfns; f++) {
		m->first[f] = n;
		for (uint32_t i = points->first_site[f]; f && i < points->first_site[f + 1]; i++)
			for (uint32_t t = 0; t < points->site.at[i].ntargets; t++) {
				struct sym_id sym = points->target.at[points->site.at[i].target + t];
				if (slices_follows(points, sym))
					m->callee[n++] = program_sym(points->p, sym)->fn.i;
			}
	}
	m->first[nfns] = n;
	scc_find(&m->scratch, nfns, m->first, m->callee, &m->scc);
}

static void build(struct maker *m, uint32_t f)
{
	struct arena scratch;

	arena_init(&scratch, "slice");
	body_get(&m->scratch, m->s->points->p, (struct fn_id){ f }, &m->b);
	slice_build(m->s, &m->s->fn[f], &m->b, &scratch);
	arena_release(&scratch);
}

/* ---- what a function and its callees read and start ---- */


static void add_cells(struct arena *scratch, const struct slices *s, struct fn_id fn, struct ref r, struct hashed *to)
{
	struct cells cells;

	cells_of(scratch, s->points, fn, r, &cells);
	for (uint32_t k = 0; k < cells.n; k++)
		hashed_add(to, cells.at[k]);
}

/* All cells of its class that anybody reads. */
static void add_class(struct arena *scratch, const struct slices *s, struct fn_id fn, struct ref r, struct hashed *to)
{
	struct cells cells;

	cells_of(scratch, s->points, fn, r, &cells);
	for (uint32_t i = 0; i < cells.n; i++)
		for (uint32_t j = map_get(&s->read, map_pair(cells.at[i].class, UINT32_MAX)); j; j = s->next_read.at[j])
			hashed_add(to, s->read_cell.at[j]);
}

static void add_listed(const struct slice *slice, uint32_t cell, uint32_t n, struct hashed *to)
{
	for (uint32_t i = 0; i < n; i++)
		hashed_add(to, slice->cell.at[cell + i]);
}

static void add_operations(const struct slice *slice, const struct call *call, struct hashed *writes)
{
	for (uint32_t i = 0; i < call->noperations; i++)
		add_listed(slice, slice->operation.at[call->operation + i].cell, slice->operation.at[call->operation + i].ncells,
			   writes);
}

static void add_accesses(struct arena *scratch, const struct slices *s, const struct body *b, const struct slice *slice,
			 struct hashed *reads, struct hashed *writes)
{
	for (uint32_t i = 0; i < slice->step.n; i++) {
		const struct contexts_step *step = &slice->step.at[i];
		const struct inst *in = &b->inst.at[step->inst];
		switch (step->kind) {
		case STEP_LOAD:
			add_cells(scratch, s, slice->fn, body_arg(b, in, 0), reads);
			break;
		case STEP_STORE:
		case STEP_UPDATE:
			add_listed(slice, step->cell, step->ncells, writes);
			break;
		case STEP_COPY: /* from the same offsets of another object: whatever class it is in; a memset reads nothing */
			add_listed(slice, step->cell, step->ncells, writes);
			add_class(scratch, s, slice->fn, body_arg(b, in, 1), reads);
			break;
		case STEP_CALL: /* places of model rows go through the arguments: "**0", and ids that are stored */
			for (uint32_t j = 1; slice->call.at[step->call].noperations && j < in->nargs; j++)
				add_cells(scratch, s, slice->fn, body_arg(b, in, j), reads);
			add_operations(slice, &slice->call.at[step->call], reads);
			add_operations(slice, &slice->call.at[step->call], writes);
			break;
		default:
			break;
		}
	}
}

/* Callees first, so once is enough; a component counts as a whole. changes_find has told of each function by itself. */
static void find_changes(struct maker *m)
{
	struct slices *s = m->s;

	for (uint32_t c = 0; c < m->scc.n; c++) {
		bool changes = false;
		for (uint32_t i = m->scc.first[c]; i < m->scc.first[c + 1]; i++) {
			uint32_t f = m->scc.node[i];
			changes |= s->changes[f];
			for (uint32_t j = m->first[f]; j < m->first[f + 1]; j++)
				changes |= s->changes[m->callee[j]];
		}
		for (uint32_t i = m->scc.first[c]; i < m->scc.first[c + 1]; i++)
			s->changes[m->scc.node[i]] = changes;
	}
}

static bool starts_threads(const struct points *points, uint32_t f, bool *makes)
{
	bool starts = false;

	for (uint32_t i = points->first_site[f]; i < points->first_site[f + 1]; i++) {
		starts |= points->site.at[i].kind >= SITE_SPAWN;
		*makes |= points->site.at[i].kind == SITE_SPAWN;
	}
	return starts;
}

/* ---- who comes back ---- */

static bool stops(const struct slices *s, const struct call *call)
{
	return call->ends || (call->body.i && !s->returns[call->body.i]);
}

/* 1: some way leads out of the function here; 0: the way goes on; -1: it ends. */
static int way_out(const struct slices *s, const struct slice *slice, const struct slice_block *b)
{
	for (uint32_t i = b->step; i < b->step + b->nsteps; i++) {
		const struct contexts_step *step = &slice->step.at[i];
		if (step->kind == STEP_RETURN)
			return 1;
		if (step->kind == STEP_CALL && stops(s, &slice->call.at[step->call]))
			return -1;
	}
	return 0;
}

static bool finds_return(struct maker *m, const struct slice *slice)
{
	struct arena scratch;
	uint32_t n = 0, *work;
	bool *seen, found = false;

	arena_init(&scratch, "returns");
	work = arena_array(&scratch, slice->block.n + 1, sizeof *work);
	seen = arena_array(&scratch, slice->block.n + 1, sizeof *seen);
	if (slice->block.n) {
		seen[0] = true;
		work[n++] = 0;
	}
	while (n && !found) {
		const struct slice_block *b = &slice->block.at[work[--n]];
		int way = way_out(m->s, slice, b);
		found = way > 0;
		for (uint32_t i = 0; !way && i < b->nnexts; i++) {
			uint32_t to = slice->next.at[b->next + i];
			if (!seen[to])
				work[n++] = to;
			seen[to] = true;
		}
	}
	arena_release(&scratch);
	return found;
}

/* Callees first; inside a component until it is settled, since a function that only calls itself never comes back. */
static void find_returns(struct maker *m, uint32_t c)
{
	bool again = true;

	while (again) {
		again = false;
		for (uint32_t i = m->scc.first[c]; i < m->scc.first[c + 1]; i++) {
			uint32_t f = m->scc.node[i];
			if (f && !m->s->returns[f] && finds_return(m, &m->s->fn[f]))
				again = m->s->returns[f] = true;
		}
		again &= m->scc.first[c + 1] - m->scc.first[c] > 1;
	}
}

static bool is_none(const struct hashed *h)
{
	uint64_t any = 0;

	for (int i = 0; i < SUMMARY_WORDS; i++)
		any |= h->bit[i];
	return !any;
}

static void summarise_component(struct maker *m, uint32_t c)
{
	struct slices *s = m->s;
	struct hashed reads = { 0 }, writes = { 0 };
	bool spawns = false, makes = false;

	for (uint32_t i = m->scc.first[c]; i < m->scc.first[c + 1]; i++) {
		uint32_t f = m->scc.node[i];
		if (!f)
			continue;
		body_get(&m->scratch, s->points->p, (struct fn_id){ f }, &m->b);
		add_accesses(&m->scratch, s, &m->b, &s->fn[f], &reads, &writes);
		spawns |= starts_threads(s->points, f, &makes);
		for (uint32_t j = m->first[f]; j < m->first[f + 1]; j++) {
			hashed_join(&reads, &s->reads[m->callee[j]]);
			hashed_join(&writes, &s->writes[m->callee[j]]);
			spawns |= s->spawns[m->callee[j]];
			makes |= s->makes[m->callee[j]];
		}
	}
	find_returns(m, c);
	for (uint32_t i = m->scc.first[c]; i < m->scc.first[c + 1]; i++) {
		uint32_t f = m->scc.node[i];
		s->writes[f] = writes;
		s->reads[f] = reads;
		s->spawns[f] = spawns;
		s->makes[f] = makes;
		s->part[f] = c;
		s->quiet[f] = s->returns[f] && !s->changes[f] && is_none(&writes);
	}
}

const struct phi *slice_phis(const struct slice *s, uint32_t block, uint32_t from, uint32_t *n)
{
	const struct slice_block *b = &s->block.at[block];
	uint32_t lo = b->phi, hi = b->phi + b->nphis, end = hi;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;
		if (s->phi.at[mid].from < from)
			lo = mid + 1;
		else
			hi = mid;
	}
	for (*n = 0; lo + *n < end && s->phi.at[lo + *n].from == from; ++*n)
		;
	return *n ? &s->phi.at[lo] : NULL;
}

void slices_make(struct slices *s, struct arena *arena, const struct points *points)
{
	struct maker m = { .s = s };
	uint32_t nfns = points->p->fn.n;

	*s = (struct slices){ .keep = arena, .arena = arena, .points = points };
	arena_init(&m.scratch, "slices");
	s->fn = arena_array(arena, nfns, sizeof *s->fn);
	s->reads = arena_array(arena, nfns, sizeof *s->reads);
	s->asked = arena_array(arena, nfns, sizeof *s->asked);
	s->writes = arena_array(arena, nfns, sizeof *s->writes);
	s->changes = arena_array(arena, nfns, sizeof *s->changes);
	s->spawns = arena_array(arena, nfns, sizeof *s->spawns);
	s->makes = arena_array(arena, nfns, sizeof *s->makes);
	s->part = arena_array(arena, nfns, sizeof *s->part);
	s->returns = arena_array(arena, nfns, sizeof *s->returns);
	s->quiet = arena_array(arena, nfns, sizeof *s->quiet);
	terms_init(&s->terms, arena);
	s->terms.longest = LIMIT_contexts_nodes;
	(void)vec_add(arena, &s->read_cell);
	(void)vec_add(arena, &s->fold);
	(void)vec_add(arena, &s->next_read);
	changes_find(s, &m.b);
	call_graph(&m);
	find_changes(&m);
	demand_find(s, &m.b, m.first, m.callee);
	for (uint32_t f = 1; f < nfns; f++)
		build(&m, f);
	s->set = arena_array(arena, s->terms.row.n, sizeof *s->set);
	for (uint32_t c = 0; c < m.scc.n; c++)
		summarise_component(&m, c);
	arena_release(&m.scratch);
}
