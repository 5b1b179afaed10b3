/* shown: a finding shows the pair that its execution has proved.
 *
 * The search is satisfied by any two accesses of the location, and by any way that leads to them. What was shown before may be
 * another thread, another chain of calls, or a place that no execution reaches. Names that the phases have given to the same
 * access are kept, since others (the usual lock, the advice) are told in the same words; where the execution says something else,
 * its own words stand. The fingerprint and the order of findings stay (finding.home). */
#include <string.h>

#include "prove/confirm.h"

static bool is_same_place(const struct finding_access *x, const struct finding_access *y)
{
	return x->fn && x->fn == y->fn && x->inst == y->inst;
}

static bool is_same_spot(const struct finding_place *x, const struct finding_place *y)
{
	return x->line == y->line && x->column == y->column && !strcmp(x->file, y->file);
}

static bool begins_with(const char *chain, const char *function)
{
	size_t n = strlen(function);

	return !strncmp(chain, function, n) && (!chain[n] || !strncmp(chain + n, " > ", 3));
}

/* Are they the same thread? What a harness starts has no name but that of its function, which is where the chain begins. */
static bool is_same_thread(const struct finding_access *static_one, const struct finding_access *end)
{
	return !strcmp(static_one->thread, end->thread) ||
	       (begins_with(end->chain, end->thread) && begins_with(static_one->chain, end->thread) && strcmp(end->thread, "main") != 0);
}

static uint32_t count_locks(const char *locks)
{
	uint32_t n = locks[0] != 0;

	for (; *locks; locks++)
		n += *locks == ',';
	return n;
}

/* How well an access of the phases fits an end of the execution: 0 not at all, 3 in thread and calls. */
static uint32_t fit(const struct finding_access *x, const struct finding_access *end)
{
	if (!is_same_place(x, end))
		return 0;
	return !is_same_thread(x, end) ? 1 : strcmp(x->chain, end->chain) != 0 ? 2 : 3;
}

static const struct finding_access *best_of(const struct finding_access *best, const struct finding_access *x,
					    const struct finding_access *end)
{
	return fit(x, end) > (best ? fit(best, end) : 0) ? x : best;
}

/* What the phases know of an end. NULL: nothing. */
static const struct finding_access *known_as(const struct finding *f, const struct finding_access *end)
{
	const struct finding_access *best = NULL;

	for (uint32_t i = 0; i < f->npairs; i++) {
		best = best_of(best, &f->pair[i].a, end);
		best = best_of(best, &f->pair[i].b, end);
	}
	for (uint32_t i = 0; i < f->naccesses; i++)
		best = best_of(best, &f->access[i], end);
	for (uint32_t i = 0; i < f->nedges; i++)
		best = best_of(best, &f->edge[i].wants, end);
	return best;
}

/* The end in the words of the phases, as far as they say the same. */
static struct finding_access in_known_words(const struct finding_access *end, const struct finding_access *known)
{
	struct finding_access x = *end;

	if (!known)
		return x;
	x.place = known->place;
	x.function = known->function;
	if (!x.kind[0])
		x.kind = known->kind;
	if (is_same_thread(known, end)) {
		x.thread = known->thread;
		x.signal = known->signal;
		x.start = known->start;
	}
	if (count_locks(known->locks) == count_locks(end->locks) ||
	    (fit(known, end) == 3 && count_locks(known->locks) > count_locks(end->locks)))
		x.locks = known->locks; /* also what no execution knows of: "interrupts off" */
	return x;
}

static bool writes(const struct finding_access *x)
{
	return strcmp(x->kind, "read") != 0 && strcmp(x->kind, "atomic read") != 0;
}

/* The write first; of two writes the one with fewer locks: as the race phase does. */
static bool is_swapped(const struct finding_access *a, const struct finding_access *b)
{
	return writes(b) && (!writes(a) || count_locks(b->locks) < count_locks(a->locks));
}

static bool is_told_pair(const struct finding_pair *p, const struct finding_access *a, const struct finding_access *b)
{
	return is_same_place(&p->a, a) && is_same_place(&p->b, b) && !strcmp(p->a.thread, a->thread) &&
	       !strcmp(p->b.thread, b->thread);
}

/* Of another pair of the same two threads, if there is one; else what the execution tells. */
static const char *overlap_of(const struct finding *f, const struct finding_pair *x, const char *otherwise)
{
	for (uint32_t i = 0; i < f->npairs; i++) {
		const struct finding_pair *p = &f->pair[i];
		bool same = !strcmp(p->a.thread, x->a.thread) && !strcmp(p->b.thread, x->b.thread);
		bool crossed = !strcmp(p->a.thread, x->b.thread) && !strcmp(p->b.thread, x->a.thread);
		if ((same || crossed) && p->overlap && p->overlap[0])
			return p->overlap;
	}
	return otherwise ? otherwise : "";
}

/* ---- notes ---- */

static const char *note_text(struct arena *a, const struct finding_access *x)
{
	return arena_format(a, "also %s here%s%s", !strcmp(x->kind, "free") ? "freed" : writes(x) ? "written" : "read",
			    x->locks[0] ? ", holding " : "", x->locks);
}

static bool is_noted(const struct finding *f, const struct finding_place *at)
{
	for (uint32_t i = 0; i < f->nnotes; i++)
		if (is_same_spot(&f->note[i].place, at))
			return true;
	return false;
}

/* The other places that take part: what the pair shows now is none of them, what it showed before is. */
static void renew_notes(struct arena *a, struct finding *f, const struct finding_pair *before)
{
	const struct finding_access *old[2] = { &before->a, &before->b };
	struct finding_note *note = arena_array(a, f->nnotes + 3, sizeof *note);
	uint32_t n = 0;

	for (uint32_t i = 0; i < f->nnotes; i++)
		if (!is_same_spot(&f->note[i].place, &f->pair[0].a.place) && !is_same_spot(&f->note[i].place, &f->pair[0].b.place))
			note[n++] = f->note[i];
	f->note = note;
	f->nnotes = n;
	for (uint32_t i = 0; i < 2; i++)
		if (!is_noted(f, &old[i]->place) && !is_same_spot(&old[i]->place, &f->pair[0].a.place) &&
		    !is_same_spot(&old[i]->place, &f->pair[0].b.place))
			note[f->nnotes++] = (struct finding_note){ old[i]->place, note_text(a, old[i]) };
}

/* ---- races ---- */

/* In front of the others; where it was among them, from there. */
static void put_first(struct arena *a, struct finding *f, const struct finding_pair *x)
{
	struct finding_pair *pair = arena_array(a, f->npairs + 1, sizeof *pair);
	uint32_t n = 1;

	pair[0] = *x;
	for (uint32_t i = 0; i < f->npairs; i++)
		if (!is_told_pair(&f->pair[i], &x->a, &x->b) && !is_told_pair(&f->pair[i], &x->b, &x->a))
			pair[n++] = f->pair[i];
	f->pair = pair;
	f->npairs = n > FINDING_PAIRS ? FINDING_PAIRS : n;
	f->pairs = f->pairs < f->npairs ? f->npairs : f->pairs;
}

/* The threads stand in the order of the two sides. */
static void swap_sides(struct finding_proof *proof)
{
	uint32_t thread = proof->goal[0];

	proof->goal[0] = proof->goal[1];
	proof->goal[1] = thread;
}

static void show_race(struct arena *a, struct finding *f, struct finding_proof *proof)
{
	struct finding_access x = in_known_words(&proof->end[0].at, known_as(f, &proof->end[0].at)),
			      y = in_known_words(&proof->end[1].at, known_as(f, &proof->end[1].at));
	struct finding_pair *before = arena_new(a, struct finding_pair), now = { x, y, NULL };
	bool told = is_told_pair(&f->pair[0], &x, &y), crossed = is_told_pair(&f->pair[0], &y, &x);

	*before = f->pair[0];
	if ((crossed && !told) || (!told && is_swapped(&x, &y))) {
		now = (struct finding_pair){ y, x, NULL };
		swap_sides(proof);
	}
	now.overlap = overlap_of(f, &now, proof->overlap);
	put_first(a, f, &now);
	f->overlap = now.overlap;
	f->place = now.a.place;
	f->function = now.a.function;
	renew_notes(a, f, before);
	if (!f->home && !(told || crossed))
		f->home = before;
}

/* ---- deadlocks ---- */

/* How many calls further in a thread ends than a finding tells it, whose place is where a wrapper of the lock is called; `n`: it
 * is not on this way. */
static uint32_t depth_below(const struct finding_frame *frame, uint32_t n, const struct finding_place *place)
{
	for (uint32_t i = n; i-- > 0;)
		if (is_same_spot(&frame[i].place, place))
			return n - 1 - i;
	return n;
}

/* An end, seen from the function that is `depth` calls further out. */
static struct finding_access seen_from(struct arena *a, const struct finding_access *end, uint32_t depth)
{
	struct finding_access x = *end;

	if (!depth)
		return x;
	x.nframes = end->nframes - depth;
	x.place = end->frame[x.nframes - 1].place;
	x.function = end->frame[x.nframes - 1].function;
	x.chain = "";
	for (uint32_t i = 0; i < x.nframes; i++)
		x.chain = arena_format(a, "%s%s%s", x.chain, i ? " > " : "", end->frame[i].function);
	return x;
}

static void note_acquired(struct arena *a, struct finding *f, const struct finding_edge *e)
{
	struct finding_note *note = arena_array(a, f->nnotes + 1, sizeof *note);

	if (f->nnotes)
		memcpy(note, f->note, f->nnotes * sizeof *note);
	note[f->nnotes++] = (struct finding_note){ e->acquired, arena_format(a, "'%s' is also acquired here", e->holds) };
	f->note = note;
}

static void show_edge(struct arena *a, struct finding *f, struct finding_edge *e, const struct finding_end *end)
{
	uint32_t depth = depth_below(end->at.frame, end->at.nframes, &e->wants.place);
	struct finding_access at = seen_from(a, &end->at, depth), known = e->wants;

	at.fn = known.fn = known.fn ? known.fn : end->at.fn; /* one place: who is looked for there has found it */
	at.inst = known.inst;
	e->wants = in_known_words(&at, &known);
	e->wants.kind = known.kind;
	if (!end->ntaken || depth_below(end->taken, end->ntaken, &e->acquired) < end->ntaken)
		return;
	if (!is_noted(f, &e->acquired))
		note_acquired(a, f, e);
	e->acquired = end->taken[end->ntaken - 1 - (depth < end->ntaken ? depth : 0)].place;
}

/* The places are the ones that were looked for; the way to them and where the locks were taken may be others. */
static void show_edges(struct arena *a, struct finding *f, struct finding_proof *proof)
{
	struct finding_edge *edge = arena_array(a, f->nedges + 1, sizeof *edge);
	bool *used = arena_array(a, proof->nends + 1, sizeof *used), others = false;

	memcpy(edge, f->edge, f->nedges * sizeof *edge);
	for (uint32_t i = 0; i < f->nedges; i++)
		for (uint32_t k = 0; k < proof->nends; k++) {
			const struct finding_end *end = &proof->end[k];
			if (used[k] ||
			    depth_below(end->at.frame, end->at.nframes, &edge[i].wants.place) == end->at.nframes)
				continue;
			used[k] = true;
			others |= !is_same_thread(&edge[i].wants, &end->at);
			show_edge(a, f, &edge[i], end);
			if (i == 0 && k == 1 && proof->nends == 2)
				swap_sides(proof);
			break;
		}
	f->edge = edge;
	if (others)
		f->overlap = proof->overlap;
}

/* A lock that is taken twice: where it was taken first. */
static void show_taken(struct arena *a, struct finding *f, const struct finding_end *end)
{
	struct finding_note *note = arena_array(a, f->nnotes + 1, sizeof *note);

	memcpy(note, f->note, f->nnotes * sizeof *note);
	for (uint32_t i = 0; i < f->nnotes; i++)
		if (!strcmp(note[i].text, "first acquired here") && end->ntaken &&
		    depth_below(end->taken, end->ntaken, &note[i].place) == end->ntaken)
			note[i].place = end->taken[end->ntaken - 1].place;
	f->note = note;
}

void confirm_show(struct arena *a, struct finding *f, const struct finding_proof *from)
{
	struct finding_proof *proof = arena_new(a, struct finding_proof);

	f->proof = from;
	if (!proof_is_shown(from) || !from->nends)
		return;
	*proof = *from;
	f->proof = proof;
	if (f->npairs && from->nends == 2)
		show_race(a, f, proof);
	else if (f->nedges)
		show_edges(a, f, proof);
	else if (f->rule == RULE_SELF_DEADLOCK && f->nnotes)
		show_taken(a, f, &proof->end[0]);
}
