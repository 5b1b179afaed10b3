#include "deadlock/counts.h"

#include "base/limit.h"
#include "code/loop.h"
#include "threads/values/branch.h"

static void tell_one(struct stall *s, uint32_t at, const char *why)
{
	if (!s->wait.at[at].told)
		stall_tell(s, &at, 1, why);
}

/* ---- loops ---- */

/* As often as the variable passes the test, from its first value on. */
static int32_t rounds_of(const struct stall *s, const struct count_loop *l)
{
	int64_t at, bound;
	int32_t n = 0;

	if (!l->step || !program_constant(s->r->p, l->first, &at) || !program_constant(s->r->p, l->bound, &bound))
		return COUNT_ANY;
	for (; !limit_full(LIMIT_deadlock_trips, (uint64_t)n) && ((l->bottom && !n) || compare_holds(l->compare, at, bound)); n++)
		at += l->step;
	return (uint64_t)n < limit(LIMIT_deadlock_trips) ? n : COUNT_ANY;
}

/* How often the instruction is executed each time that the function is: at most; *exactly: on all ways through the loop. */
static int32_t trips_of(const struct stall *s, uint32_t context, uint32_t inst, bool *exactly)
{
	const struct code *code = code_get(s->r->shapes, s->c->context.at[context].fn);
	uint32_t block = code_block(code, inst);
	struct count_loop l;

	*exactly = true;
	if (!block_leads_to(&code->body, block, block, UINT32_MAX))
		return 1;
	for (uint32_t i = 0; i < code->body.inst.n; i++) {
		bool once;
		int32_t n;
		if (code->body.inst.at[i].op != OP_phi || !loop_find(s->a, s->r->p, &code->body, &code->cfg, block,
								     ref_make(REF_VALUE, body_value(&code->body, i)), &l))
			continue;
		once = !block_leads_to(&code->body, block, block, l.header) && l.exit_to != l.header &&
		       !block_leads_to(&code->body, l.exit_to, l.header, UINT32_MAX);
		n = once ? rounds_of(s, &l) : COUNT_ANY;
		for (uint32_t b = 0; b < code->body.block.n; b++) {
			uint32_t nnext;
			const uint32_t *next = l.inside[b] ? body_successors(&code->body, b, &nnext) : NULL;
			for (uint32_t k = 0; next && k < nnext; k++)
				*exactly = *exactly && (l.inside[next[k]] || b == l.exit_from);
		}
		*exactly = *exactly && loop_always(&code->cfg, &l, block);
		return n;
	}
	*exactly = false;
	return COUNT_ANY;
}

static int32_t times(int32_t a, int32_t b)
{
	int64_t n = (int64_t)a * b;

	return a == COUNT_ANY || b == COUNT_ANY || n > COUNT_ANY ? (a && b ? COUNT_ANY : 0) : (int32_t)n;
}

static int32_t plus(int32_t a, int32_t b)
{
	return a == COUNT_ANY || b == COUNT_ANY || a > COUNT_ANY - b ? COUNT_ANY : a + b;
}

/* ---- at most ---- */

/* How often a context is entered in a run. */
static int32_t runs_of(const struct stall *s, uint32_t context, uint32_t depth)
{
	const struct contexts *c = s->c;
	int32_t n = 0;
	bool exactly;

	for (uint32_t i = 1; i < c->root.n; i++)
		if (c->root.at[i].context == context && !c->root.at[i].edge)
			n = plus(n, c->root.at[i].kind == ROOT_MAIN ? 1 : COUNT_ANY);
	for (uint32_t k = c->first_into[context]; k < c->first_into[context + 1]; k++) {
		const struct edge *e = &c->edge.at[c->into[k]];
		bool known = !limit_full(LIMIT_deadlock_calls, depth) &&
			     (e->kind == SITE_CALL || e->kind == SITE_SPAWN || e->kind == SITE_TASK);
		n = plus(n, known ? times(runs_of(s, e->context, depth + 1), trips_of(s, e->context, e->inst, &exactly))
				  : COUNT_ANY);
		if (n == COUNT_ANY)
			break;
	}
	return n;
}

bool counts_is_once(const struct stall *s, uint32_t context)
{
	return runs_of(s, context, 0) <= 1;
}

static int32_t most_of(const struct stall *s, uint32_t context, uint32_t inst)
{
	bool exactly;
	int32_t n = trips_of(s, context, inst, &exactly);

	return n == COUNT_ANY ? n : times(runs_of(s, context, 0), n);
}

/* Threads of a class in a run. */
static int32_t threads_most(const struct stall *s, uint32_t thread)
{
	const struct root *root = &s->c->root.at[s->t->thread.at[thread].root];
	uint32_t n;
	const uint32_t *edge = threads_edges(s->t, thread, &n);
	int32_t sum = 0;

	if (s->t->thread.at[thread].multiplicity == THREAD_ONE)
		return 1;
	if (root->kind != ROOT_THREAD)
		return COUNT_ANY;
	for (uint32_t i = 0; i < n; i++)
		sum = plus(sum, most_of(s, s->c->edge.at[edge[i]].context, s->c->edge.at[edge[i]].inst));
	return sum;
}

/* ---- at least ---- */

/* Is it on all ways through its function? */
static bool is_on_all_ways(const struct stall *s, uint32_t context, uint32_t inst)
{
	const struct code *code = code_get(s->r->shapes, s->c->context.at[context].fn);
	uint32_t block = code_block(code, inst);

	for (uint32_t b = 0; b < code->body.block.n; b++)
		if (body_end(&code->body, b)->op == OP_ret && code->cfg.position[b] && !cfg_dominates(&code->cfg, block, b))
			return false;
	return true;
}

/* ... or in a loop with so many rounds, which is. */
static int32_t least_of(const struct stall *s, uint32_t context, uint32_t inst)
{
	bool exactly;
	int32_t n = trips_of(s, context, inst, &exactly);
	const struct code *code = code_get(s->r->shapes, s->c->context.at[context].fn);
	uint32_t block = code_block(code, inst);

	if (!block_leads_to(&code->body, block, block, UINT32_MAX))
		return is_on_all_ways(s, context, inst);
	return exactly && n != COUNT_ANY ? n : 0;
}

/* Threads of a class that are surely started. */
static int32_t threads_least(const struct stall *s, uint32_t thread)
{
	uint32_t n;
	const uint32_t *edge = threads_edges(s->t, thread, &n);
	int32_t sum = 0;

	if (s->c->root.at[s->t->thread.at[thread].root].kind == ROOT_MAIN)
		return 1;
	if (s->c->root.at[s->t->thread.at[thread].root].kind != ROOT_THREAD)
		return 0;
	for (uint32_t i = 0; i < n; i++) {
		const struct edge *e = &s->c->edge.at[edge[i]];
		if (runs_of(s, e->context, 0) == 1)
			sum = plus(sum, least_of(s, e->context, e->inst));
	}
	return sum;
}

/* Of a wait, over all threads that begin in its own function. */
static int32_t waits_least(const struct stall *s, const struct stall_wait *w)
{
	uint32_t n;
	const uint32_t *thread = threads_of_context(s->t, w->context, &n);
	int32_t sum = 0, each;

	for (uint32_t i = 0; i < n; i++) {
		uint32_t starts, end = s->c->context.n;
		const uint32_t *start = threads_starts(s->t, thread[i], &starts);
		for (uint32_t k = 0; k < starts; k++)
			end = start[k] == w->context ? w->context : end;
		if (end == s->c->context.n) /* called: once, if every way leads there */
			each = starts == 1 && w->kind != STALL_FLAG &&
			       ways_has(s->ways.through + (size_t)start[0] * s->ways.words, w->bit);
		else if (w->kind == STALL_FLAG)
			each = is_on_all_ways(s, w->context, s->r->p ? w->inst : 0) ||
			       ways_has(s->ways.through + (size_t)w->context * s->ways.words, w->bit);
		else
			each = least_of(s, w->context, w->inst);
		sum = plus(sum, times(threads_least(s, thread[i]), each));
	}
	return sum;
}

/* ---- what something is made with ---- */

bool counts_number(const struct stall *s, const struct event *e, int64_t *number)
{
	const struct code *code = code_get(s->r->shapes, s->c->context.at[e->context].fn);
	struct ref r = event_value(&code->body, &code->body.inst.at[e->inst], &e->row->count);

	return program_constant(s->r->p, value_behind(code, r), number);
}

/* Of the one object that is waited for; false: not known. */
static bool made_with(const struct stall *s, const struct event *of, int64_t *number)
{
	uint32_t n = 0;

	*number = 0;
	for (uint32_t i = 1; i < s->c->event.n; i++) {
		const struct event *e = &s->c->event.at[i];
		if (!event_is(e->row, EVENT_INIT) || e->row->family != of->row->family || !event_says(&e->row->count) ||
		    !stall_may_be_one(s, of, e))
			continue;
		if (n++ || !counts_number(s, e, number) || most_of(s, e->context, e->inst) != 1)
			return false;
	}
	return n || event_is(of->row, EVENT_WAIT);
}

/* ---- barriers ---- */

void counts_of_barrier(struct stall *s, struct stall_wait *w)
{
	const struct event *e = stall_event(s, w->event);

	w->open = !stall_one_object(s, e) || !made_with(s, e, &w->arrivals);
}

static bool arrives_at(const struct stall *s, const struct stall_wait *x, const struct stall_wait *w)
{
	const struct event *a = stall_event(s, x->event), *b = stall_event(s, w->event);

	return x->kind == STALL_BARRIER && a->row->family == b->row->family && stall_may_be_one(s, a, b);
}

/* At least the thread that waits is there, with whatever it holds. */
bool counts_arrive(const struct stall *s, const struct stall_wait *w)
{
	int32_t sum = 0;
	bool own = false;

	for (uint32_t k = 1; k < s->t->thread.n; k++)
		for (uint32_t i = 0; i < s->wait.n; i++) {
			const struct stall_wait *x = &s->wait.at[i];
			if (!arrives_at(s, x, w) || !bits_has(&s->r->bits, s->r->threads_of[x->context], k) ||
			    !stall_is_passable(s, x->before, &(struct spot){ k, x->context, x->inst }))
				continue;
			sum = plus(sum, threads_most(s, k));
			own |= bits_has(&s->r->bits, s->r->threads_of[w->context], k);
			break;
		}
	return plus(sum, !own) >= w->arrivals;
}

/* The wait that somebody has to come by first who would arrive, too; UINT32_MAX: nobody. */
uint32_t counts_missing(const struct stall *s, const struct stall_wait *w)
{
	for (uint32_t i = 0; i < s->wait.n; i++) {
		const struct stall_wait *x = &s->wait.at[i];
		if (x == w || x->event == w->event || !x->before || !arrives_at(s, x, w))
			continue;
		for (uint32_t k = 0; k < s->wait.n; k++)
			if (!s->wait.at[k].goes && s->wait.at[k].event != w->event && ways_has(x->before, s->wait.at[k].bit))
				return k;
	}
	return UINT32_MAX;
}

/* Arrivals of one thread of the class, at most or at least. */
static int32_t arrivals_of(const struct stall *s, const struct stall_wait *w, uint32_t thread, bool most)
{
	int32_t sum = 0;

	for (uint32_t i = 0; i < s->wait.n; i++) {
		const struct stall_wait *x = &s->wait.at[i];
		uint32_t n;
		const uint32_t *start = threads_starts(s->t, thread, &n);
		bool own = n == 1 && start[0] == x->context, exactly;
		if (!arrives_at(s, x, w) || !bits_has(&s->r->bits, s->r->threads_of[x->context], thread))
			continue;
		if (!own)
			sum = most ? COUNT_ANY : sum;
		else
			sum = plus(sum, most ? trips_of(s, x->context, x->inst, &exactly) : least_of(s, x->context, x->inst));
	}
	return sum;
}

/* Does this thread come to a round for which there are too few others? */
static bool has_rounds_left(const struct stall *s, const struct stall_wait *w, uint32_t thread)
{
	int32_t least = arrivals_of(s, w, thread, false), sum = 0;

	for (uint32_t k = 1; k < s->t->thread.n; k++)
		if (k == thread || arrivals_of(s, w, k, true) >= least)
			sum = plus(sum, arrivals_of(s, w, k, true) ? threads_most(s, k) : 0);
	return least && sum < w->arrivals;
}

/* Threads that come there whatever they find on their way. */
static int32_t surely_arriving(const struct stall *s, const struct stall_wait *w)
{
	int32_t sum = 0;

	for (uint32_t k = 1; k < s->t->thread.n; k++) {
		uint32_t n;
		const uint32_t *start = threads_starts(s->t, k, &n);
		bool surely = false;
		for (uint32_t i = 0; n == 1 && i < s->wait.n; i++)
			surely |= arrives_at(s, &s->wait.at[i], w) &&
				  ways_has(s->ways.through + (size_t)start[0] * s->ways.words, s->wait.at[i].bit);
		if (surely || (n != 1 && arrivals_of(s, w, k, true)))
			sum = plus(sum, threads_most(s, k));
	}
	return sum;
}

static void tell_rounds(struct stall *s, uint32_t at)
{
	const struct stall_wait *w = &s->wait.at[at];
	uint32_t n;
	const uint32_t *thread = threads_of_context(s->t, w->context, &n);

	for (uint32_t i = 0; i < n; i++)
		if (has_rounds_left(s, w, thread[i])) {
			tell_one(s, at, "it comes more often than the others");
			return;
		}
	if (is_on_all_ways(s, w->context, w->inst) && surely_arriving(s, w) < w->arrivals)
		tell_one(s, at, "others may end without coming there");
}

/* ---- tokens and signals ---- */

int32_t counts_given(const struct stall *s, const struct stall_wait *w)
{
	int32_t sum = 0;

	for (uint32_t i = w->provider; i < w->provider + w->nproviders; i++) {
		const struct stall_provider *p = &s->provider.at[i];
		for (uint32_t k = s->c->context.at[p->context].event;
		     k < s->c->context.at[p->context].event + s->c->context.at[p->context].nevents; k++)
			if (s->c->event.at[k].inst == p->inst && event_is(s->c->event.at[k].row, EVENT_BROADCAST))
				return COUNT_ANY;
		sum = plus(sum, most_of(s, p->context, p->inst));
	}
	return sum;
}

static void tell_tokens(struct stall *s, uint32_t at)
{
	const struct event *e = stall_event(s, s->wait.at[at].event);
	uint32_t object = stall_one_object(s, e), last = at;
	int64_t first;
	int32_t needed = 0, most = 0, each, tokens;

	if (!object || !made_with(s, e, &first) || first > COUNT_ANY / 2)
		return;
	tokens = plus((int32_t)first, counts_given(s, &s->wait.at[at]));
	for (uint32_t i = 0; i < s->wait.n && tokens != COUNT_ANY; i++) {
		const struct event *x = stall_event(s, s->wait.at[i].event);
		if (s->wait.at[i].kind != STALL_TOKEN || stall_one_object(s, x) != object || x->row->family != e->row->family)
			continue;
		if (i < at)
			return; /* asked about already */
		each = waits_least(s, &s->wait.at[i]);
		needed = plus(needed, each);
		last = each >= most ? i : last;
		most = each >= most ? each : most;
	}
	if (tokens != COUNT_ANY && needed > tokens)
		tell_one(s, last, "there are fewer tokens than waits");
}

/* As many as wait for the condition are woken, whatever the loop asks for; or nobody is. */
static void tell_signals(struct stall *s, uint32_t at)
{
	const struct stall_wait *w = &s->wait.at[at];
	int32_t signals = counts_given(s, w), waiting = 0;

	for (uint32_t i = 0; i < s->wait.n; i++)
		if (s->wait.at[i].inst == w->inst &&
		    s->c->context.at[s->wait.at[i].context].fn.i == s->c->context.at[w->context].fn.i)
			waiting = plus(waiting, waits_least(s, &s->wait.at[i]));
	if (!signals)
		tell_one(s, at, "nobody signals the condition");
	else if (signals != COUNT_ANY && waiting > signals && waiting > 1)
		tell_one(s, at, "there are fewer signals than threads that wait");
}

/* A signal that comes before the wait is lost, and no other one comes. */
static void tell_lost(struct stall *s, uint32_t at)
{
	const struct stall_wait *w = &s->wait.at[at];
	int32_t signals = counts_given(s, w);

	if (!signals || signals == COUNT_ANY || !is_on_all_ways(s, w->context, w->inst))
		return;
	for (uint32_t i = w->provider; i < w->provider + w->nproviders; i++)
		if (!s->provider.at[i].before || ways_has(s->provider.at[i].before, w->bit))
			return;
	tell_one(s, at, "the signal may come before, and there is no other one");
}

void counts_tell(struct stall *s)
{
	for (uint32_t i = 0; i < s->wait.n; i++) {
		const struct stall_wait *w = &s->wait.at[i];
		if (!w->goes || w->open)
			continue;
		if (w->kind == STALL_BARRIER)
			tell_rounds(s, i);
		else if (w->kind == STALL_FLAG)
			tell_signals(s, i);
		else if (w->kind == STALL_SIGNAL)
			tell_lost(s, i);
	}
	for (uint32_t i = 0; i < s->wait.n; i++)
		if (s->wait.at[i].kind == STALL_TOKEN && s->wait.at[i].goes)
			tell_tokens(s, i);
}
