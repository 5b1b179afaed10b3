/* What must hold of threads, whatever the program: the answers are symmetrical, creators come first, what runs at a place was
 * started on the way there, joins are joins of what they are listed for. Places are sampled: each question is checked against its
 * reverse and against what the sets say. */
#include "threads/running.h"

enum { SAMPLES = 20000 };

static void check_class(const struct running *r, uint32_t k)
{
	const struct thread *t = &r->t->thread.at[k];
	const struct class *c = &r->class.at[k];

	CHECK(t->root && t->root < r->c->root.n, "thread %u has root %u", k, t->root);
	CHECK(!t->edge || r->thread_of_edge[t->edge] == k, "thread %u: edge %u starts another one", k, t->edge);
	CHECK(t->creator < k, "thread %u is made by %u, which comes later", k, t->creator);
	CHECK(!t->creator || bits_has(&r->bits, c->creators, t->creator), "thread %u: %u does not start it", k, t->creator);
	CHECK(t->multiplicity == THREAD_ONE || t->multiplicity == THREAD_MANY, "thread %u: multiplicity %u", k, t->multiplicity);
	CHECK(!t->self || t->multiplicity == THREAD_MANY, "thread %u is one and meets itself", k);
	CHECK(t->self == (bits_has(&r->bits, c->par, k) || bits_has(&r->bits, c->below, k)),
	      "thread %u: self differs from the sets", k);
	CHECK(!t->detached || !t->njoins, "thread %u is detached and joined", k);
	CHECK(t->join + t->njoins <= r->t->join.n, "thread %u: joins %u", k, t->join);
	for (uint32_t i = t->join; i < t->join + t->njoins; i++)
		CHECK(event_is(r->c->event.at[r->t->join.at[i]].row, EVENT_JOIN), "thread %u: event %u is no join", k,
		      r->t->join.at[i]);
	for (uint32_t i = bits_next(&r->bits, c->left, 1); i != UINT32_MAX; i = bits_next(&r->bits, c->left, i + 1))
		CHECK(bits_has(&r->bits, c->below, i), "thread %u leaves %u, which it never started", k, i);
	for (uint32_t i = bits_next(&r->bits, c->par, 1); i != UINT32_MAX; i = bits_next(&r->bits, c->par, i + 1))
		CHECK(bits_has(&r->bits, r->class.at[i].par, k), "%u meets %u, but not the reverse", k, i);
}

static void check_entry(const struct running *r, const struct entry *e)
{
	const struct class *c = &r->class.at[e->thread];
	uint32_t n = r->now.passage[e->context].nrows;

	CHECK(bits_has(&r->bits, r->threads_of[e->context], e->thread), "thread %u is not in context %u", e->thread, e->context);
	for (uint32_t k = 0; k < (n ? n : 1); k++) {
		uint32_t set = r->place.at[e->place + k].running;
		for (uint32_t i = bits_next(&r->bits, set, 1); i != UINT32_MAX; i = bits_next(&r->bits, set, i + 1))
			CHECK(bits_has(&r->bits, c->below, i), "%u runs at a place of %u, which never starts it", i, e->thread);
	}
}

static void check_pair(const struct threads *t, struct spot a, struct spot b)
{
	const struct running *r = t->running;
	enum apart x = threads_apart(t, a, b), y = threads_apart(t, b, a);
	struct fn_id f = context_of(r, a.context)->fn, g = context_of(r, b.context)->fn;

	CHECK(x == y, "contexts %u and %u: %s, the other way round %s", a.context, b.context, apart_word(x), apart_word(y));
	CHECK(x != APART_NOT || threads_functions_apart(t, f, g) == APART_NOT,
	      "functions %u and %u are apart, two places in them are not", f.i, g.i);
	CHECK(a.thread != b.thread || t->thread.at[a.thread].self || x != APART_NOT, "thread %u meets itself and does not",
	      a.thread);
}

/* The first place of each context in each thread, against those that follow it, as far as the samples go. */
static void check_pairs(const struct threads *t)
{
	const struct running *r = t->running;
	VEC(struct spot) spot = { 0 };
	uint32_t samples = 0;
	struct arena scratch;

	arena_init(&scratch, "threads check");
	for (uint32_t i = 1; i < r->c->context.n; i++) {
		uint32_t n;
		const uint32_t *thread = threads_of_context(t, i, &n);
		for (uint32_t k = 0; k < n && spot.n < SAMPLES; k++) {
			uint32_t rows = r->now.passage[i].nrows;
			for (uint32_t m = 0; m < (rows ? rows : 1); m++)
				*vec_add(&scratch, &spot) =
				    (struct spot){ thread[k], i, rows ? r->now.row.at[r->now.passage[i].row + m].inst : 0 };
		}
	}
	for (uint32_t distance = 0; distance < spot.n && samples < SAMPLES; distance++)
		for (uint32_t i = 0; i + distance < spot.n && samples < SAMPLES; i++, samples++)
			check_pair(t, spot.at[i], spot.at[i + distance]);
	arena_release(&scratch);
}

void threads_check(const struct threads *t)
{
	const struct running *r = t->running;

	CHECK(t->thread.n == r->class.n, "%u threads, %u classes", t->thread.n, r->class.n);
	for (uint32_t k = 1; k < r->class.n; k++)
		check_class(r, k);
	for (uint32_t i = 1; i < r->now.entry.n; i++)
		check_entry(r, &r->now.entry.at[i]);
	check_pairs(t);
}
