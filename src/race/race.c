#include "base/system/progress.h"
#include "race/build.h"
#include "threads/process.h"

/* One counter a reason. */
void count_verdict(const struct verdict *v)
{
	static const enum counter counter[PRUNES] = {
		[PRUNE_LOCK] = STAT_pruned_lock,       [PRUNE_APART] = STAT_pruned_apart,
		[PRUNE_OWNED] = STAT_pruned_owned,     [PRUNE_TYPE] = STAT_pruned_type,
		[PRUNE_PATH] = STAT_pruned_path,       [PRUNE_UNREACHED] = STAT_pruned_unreached,
		[PRUNE_BENIGN] = STAT_pruned_benign,   [PRUNE_DECLARED] = STAT_pruned_declared,
		[PRUNE_SIGNAL] = STAT_pruned_signal,   [PRUNE_UNLIKELY] = STAT_pruned_unlikely,
		[PRUNE_FILTER] = STAT_pruned_filter,   [PRUNE_STRUCTURE] = STAT_pruned_structure,
		[PRUNE_NAMES] = STAT_pruned_names,     [PRUNE_ELEMENT] = STAT_pruned_element,
		[PRUNE_OUTSIDE] = STAT_pruned_outside, [PRUNE_OBJECT] = STAT_pruned_object,
		[PRUNE_WAITED] = STAT_pruned_waited,
		[PRUNE_FIRST] = STAT_pruned_first,
		[PRUNE_BELONGS] = STAT_pruned_belongs,
		[PRUNE_PROCESS] = STAT_pruned_process,
		[PRUNE_ENTRY] = STAT_pruned_entry,
		[PRUNE_SELF] = STAT_pruned_self,
		[PRUNE_STAYS] = STAT_pruned_stays,
		[PRUNE_FREED] = STAT_pruned_freed,     [PRUNE_UNSHARED] = STAT_pruned_unshared,
	};

	if (v->prune != PRUNE_NOT)
		stat_add(counter[v->prune], 1);
}

/* Element 0 of each table is none. */
static void tables_init(struct races *r)
{
	terms_init(&r->terms, r->arena);
	intern_init(&r->held, r->arena);
	(void)vec_add(r->arena, &r->kind);
	(void)vec_add(r->arena, &r->member);
	(void)vec_add(r->arena, &r->use);
	(void)vec_add(r->arena, &r->from);
	(void)vec_add(r->arena, &r->cell);
	walks_init(r);
	intern_init(&r->place, r->arena);
	(void)vec_add(r->arena, &r->clash);
	(void)vec_add(r->arena, &r->location);
	(void)vec_add(r->arena, &r->seen);
	r->body = arena_array(r->arena, r->p->fn.n, sizeof *r->body);
	r->word = POINTER_MOST;
	for (uint32_t i = 1; i < r->p->unit.n; i++)
		r->word = r->p->unit.at[i].pointer_bytes < r->word ? r->p->unit.at[i].pointer_bytes : r->word;
	r->benign = events_declare_benign(r->points->models);
	quiet_find(r);
	arena_init(&r->way_arena, "race ways");
	r->ways = arena_array(r->arena, r->threads->thread.n, sizeof *r->ways);
}

void race_release(struct races *r)
{
	arena_release(&r->walks);
	arena_release(&r->way_arena);
}

/* Would it be told, had somebody not declared it benign? */
static bool is_left_out(const struct races *r, const struct location *l)
{
	for (uint32_t k = l->clash; !l->nraces && k < l->clash + l->nclashes; k++)
		if (r->clash.at[r->order[k]].verdict.prune == PRUNE_BENIGN)
			return true;
	return false;
}

struct races *race_run(struct arena *a, const struct summaries *s, const struct race_filters *filters)
{
	struct races *r = arena_new(a, struct races);

	*r = (struct races){ .arena = a,
			     .s = s,
			     .points = s->points,
			     .contexts = s->contexts,
			     .threads = s->threads,
			     .sharing = s->sharing,
			     .p = s->p };
	if (filters)
		r->filters = *filters;
	tables_init(r);
	calls_index(r);
	entries_find(r);
	r->processes = processes_find(r->arena, r->threads);
	posted_find(r);
	uses_make(r);
	objects_find(r);
	signs_find(r);
	progress_start("race", r->kind.n);
	clashes_find(r);
	progress_end();
	prune_leaked(r);
	clashes_note_ways(r);
	untold_count(r);
	locations_make(r);
	stat_add(STAT_walk_steps, r->steps);
	stat_add(STAT_locations, r->location.n - 1);
	for (uint32_t i = 1; i < r->location.n; i++) {
		stat_add(STAT_races, r->location.at[i].nraces > 0);
		stat_add(STAT_benign, is_left_out(r, &r->location.at[i]));
	}
	return r;
}

static bool is_proof(const struct verdict *v)
{
	switch (v->prune) {
	case PRUNE_LOCK:
	case PRUNE_UNREACHED:
		return true;
	case PRUNE_APART:
		return v->detail == APART_SAME || v->detail == APART_BEFORE || v->detail == APART_JOINED;
	case PRUNE_OWNED:
		return v->detail == WHOSE_STACK || v->detail == WHOSE_TLS || v->detail == WHOSE_ONE_THREAD || v->detail == WHOSE_FRESH;
	default:
		return false;
	}
}

const char *race_unproved(struct arena *a, const struct races *r)
{
	for (uint32_t i = 1; i < r->clash.n; i++)
		if (r->clash.at[i].given_up || !is_proof(&r->clash.at[i].verdict))
			return r->clash.at[i].given_up ? "not all places of an access were looked at" : verdict_words(a, r, &r->clash.at[i].verdict);
	return NULL;
}
