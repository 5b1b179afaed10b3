/* shorten: the same execution with fewer instructions (minimise.c) and fewer context switches, for people.
 *
 * A search takes the first schedule that comes, and eager rounds switch often. What one thread does in two pieces is brought
 * together where that changes nothing of what is shown:
 *
 *     0*24 1*6 0*3 2*9 1*8        ->        0*27 1*14 2*9
 *
 * and what threads do last that have no part in what is shown is left out.
 *
 * Each attempt is executed on the machine: what does not happen, or no longer shows the goal, is taken back. So a shortened
 * schedule is as good as the first one, and is still to be confirmed like any other. */
#include <string.h>

#include "prove/replay/shorten.h"

enum { MOST_PIECES = 48, MOST_STEPS = 1000000 };
#define NOWHERE UINT32_MAX

static bool run(struct shortening *x, struct machine *m, const struct schedule_segment *g, shorten_watch *watch, void *told)
{
	struct machine_look l;

	for (uint64_t k = 0; k < g->steps; k++) {
		if (m->state != MACHINE_RUNS || g->thread >= m->thread.n || ++x->steps > MOST_STEPS)
			return false;
		if (machine_forbids(m, g->thread))
			return false;
		machine_look(m, g->thread, &l);
		if (l.next != NEXT_RUNS || (l.waits && m->schedule->goal == GOAL_DEADLOCK))
			return false;
		machine_order_watch(m, g->thread, &l);
		if (watch)
			watch(told, m, &l, g->thread);
		machine_step(m, g->thread);
	}
	return m->state == MACHINE_RUNS;
}

bool shorten_may(const struct shortening *x)
{
	return x->steps <= MOST_STEPS;
}

bool shorten_happens(struct shortening *x, const struct schedule *s, shorten_watch *watch, void *told)
{
	struct machine m;
	const char *why;
	bool ok = machine_start(&m, x->image, s);

	for (uint32_t i = 0; i < s->segment.n && ok; i++)
		ok = run(x, &m, &s->segment.at[i], watch, told);
	ok = ok && replay_shows(&m, s, &why);
	machine_release(&m);
	return ok;
}

static void merge(struct schedule *s)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < s->segment.n; i++)
		if (n && s->segment.at[n - 1].thread == s->segment.at[i].thread)
			s->segment.at[n - 1].steps += s->segment.at[i].steps;
		else
			s->segment.at[n++] = s->segment.at[i];
	s->segment.n = n;
}

/* The piece `from` is done where `to` is now, and what is between one later, or one earlier. */
static void move(struct schedule_segment *at, uint32_t from, uint32_t to)
{
	struct schedule_segment piece = at[from];

	if (from < to)
		memmove(at + from, at + from + 1, (to - from) * sizeof *at);
	else
		memmove(at + to + 1, at + to, (from - to) * sizeof *at);
	at[to] = piece;
}

/* `to` NOWHERE: it is not done at all. */
static bool try_move(struct shortening *x, struct schedule *s, uint32_t from, uint32_t to)
{
	struct schedule_segment kept[MOST_PIECES];
	uint32_t n = s->segment.n;

	memcpy(kept, s->segment.at, n * sizeof *kept);
	move(s->segment.at, from, to == NOWHERE ? n - 1 : to);
	if (to == NOWHERE)
		s->segment.n--;
	merge(s);
	if (s->segment.n < n && shorten_happens(x, s, NULL, NULL))
		return true;
	memcpy(s->segment.at, kept, n * sizeof *kept);
	s->segment.n = n;
	return false;
}

/* The last piece of a thread that does not stand in the end where the schedule says. */
static bool is_spare(const struct schedule *s, uint32_t piece)
{
	uint32_t thread = s->segment.at[piece].thread;

	for (uint32_t i = piece + 1; i < s->segment.n; i++)
		if (s->segment.at[i].thread == thread)
			return false;
	for (uint32_t i = 0; i < s->place.n; i++)
		if (s->place.at[i].thread == thread)
			return false;
	return true;
}

static bool drop_any(struct shortening *x, struct schedule *s)
{
	for (uint32_t i = s->segment.n; i-- > 0;)
		if (is_spare(s, i) && try_move(x, s, i, NOWHERE))
			return true;
	return false;
}

/* Two pieces of one thread: the later one earlier, or the earlier one later. */
static bool join_any(struct shortening *x, struct schedule *s)
{
	for (uint32_t j = s->segment.n; j-- > 1;) {
		uint32_t i = j;
		while (i-- > 0 && s->segment.at[i].thread != s->segment.at[j].thread)
			continue;
		if (i != UINT32_MAX && (try_move(x, s, j, i + 1) || try_move(x, s, i, j - 1)))
			return true;
	}
	return false;
}

struct schedule replay_shortened(struct arena *a, struct machine_image *image, const struct schedule *s)
{
	struct shortening x = { .image = image };
	struct schedule out = *s;

	memset(&out.segment, 0, sizeof out.segment);
	memset(&out.input, 0, sizeof out.input);
	for (uint32_t i = 0; i < s->segment.n; i++)
		*vec_add(a, &out.segment) = s->segment.at[i];
	for (uint32_t i = 0; i < s->input.n; i++)
		*vec_add(a, &out.input) = s->input.at[i];
	merge(&out);
	if (!shorten_happens(&x, &out, NULL, NULL))
		return out; /* too long, or no execution at all: that is for the replay to say */
	shorten_minimise(a, &x, &out);
	merge(&out);
	while (out.segment.n <= MOST_PIECES && shorten_may(&x) && (drop_any(&x, &out) || join_any(&x, &out)))
		continue;
	return out;
}
