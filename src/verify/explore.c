/* All executions, depth first, each state once. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/stat.h"
#include "code/event.h"
#include "verify/outside/any.h"
#include "verify/run.h"
#include "verify/solo/solo.h"

enum { PAUSE_AFTER = 4096, LOOK_AT_CLOCK = 64, TIDY_BYTES = 256 << 10, ROUND_STATES = 512, TRY_STEPS = 2048 };

/* Seconds that this process has worked: what is found does not depend on what else the machine does. */
static double worked(void)
{
	return (double)clock() / CLOCKS_PER_SEC;
}

/* ---- running ---- */

static void tidy(struct verify_state *s)
{
	struct verify_state made;

	if (s->m.arena.used < TIDY_BYTES)
		return;
	before_copy(&made, s);
	if (made.m.arena.used * 2 > s->m.arena.used) {
		machine_release(&made.m);
		return;
	}
	machine_release(&s->m);
	*s = made;
}

static void add_trace(struct verify_run *r, struct verify_state *s, struct verify_trace t)
{
	t.before = s->trace;
	*vec_add(&r->x.arena, &r->x.trace) = t;
	s->trace = r->x.trace.n - 1;
}

/* Something is taken for granted; what a call returns that nobody asks for is not. */
static const struct machine_assumption *assumed(const struct verify_state *s)
{
	for (uint32_t i = 0; i < s->m.assumed.n; i++)
		if (s->m.assumed.at[i].kind != ASSUMED_RESULT || !s->m.assumed.at[i].free)
			return &s->m.assumed.at[i];
	return NULL;
}

/* False: the execution ends here. */
static bool goes_on(struct verify_run *r, struct verify_state *s, uint32_t thread, struct schedule_place at)
{
	struct verify_search *x = &r->x;

	if (x->race.found && !x->o->stuck) {
		if (x->solo) {
			search_stop(x, s, thread, "", "accesses that no lock keeps apart, each thread by itself");
			return false;
		}
		if (x->o->property == VERIFY_RACE) {
			found_race(r, s);
			return false;
		}
		search_stop(x, s, thread, "verify races first", "a data race");
		x->race.found = false;
		return false;
	}
	if (s->m.state == MACHINE_FAILED && x->o->property == VERIFY_ASSERT)
		found_assert(r, s, at);
	if (s->m.state == MACHINE_UNDEFINED || s->m.state == MACHINE_UNKNOWN)
		x->outside |= s->outside && !x->why; /* values that are not guessed may not lead here */
	if (s->m.state == MACHINE_UNDEFINED)
		search_stop(x, s, thread, "", "undefined behaviour in an execution: %s", s->m.why);
	if (s->m.state == MACHINE_UNKNOWN)
		search_stop(x, s, thread, "", "cannot be executed: %s", s->m.why);
	if (assumed(s))
		search_stop(x, s, UINT32_MAX, "a stub with a body (--stubs FILE)", "the effect of '%s' is not known",
			    program_str(x->image->p, program_sym(x->image->p, assumed(s)->sym)->name));
	if (s->m.thread.n > MOST_THREADS)
		search_stop(x, s, thread, "", "more than %d threads", (int)MOST_THREADS);
	return s->m.state == MACHINE_RUNS && !assumed(s) && s->m.thread.n <= MOST_THREADS;
}

static bool at_block(const struct verify_state *s, uint32_t thread)
{
	const struct machine_thread *t = &s->m.thread.at[thread];
	const struct machine_frame *f = t->frame.n ? &t->frame.at[t->frame.n - 1] : NULL;
	const struct machine_code *c;
	const struct inst *in;

	if (!f || f->kind != FRAME_CODE)
		return false;
	c = machine_code(s->m.image, f->fn);
	in = &c->body.inst.at[f->inst];
	return op_is_terminator(in->op) && in->op != OP_ret;
}

/* Questions about values take long: the clock is looked at after each step. */
static bool is_late(struct verify_run *r)
{
	if (!r->x.terms || worked() <= r->until)
		return false;
	r->result->timed |= !r->x.why;
	search_stop(&r->x, NULL, 0, "more time (--seconds)", "the limit of %g seconds was reached", r->x.o->seconds);
	return true;
}

/* A thread does what nobody can tell. False: the execution ends. `moved`: it did any. */
static bool run_thread(struct verify_run *r, struct verify_state *s, uint32_t thread, bool *moved)
{
	struct verify_choice step = { .thread = thread, .store = UINT32_MAX };
	struct verify_next n;
	uint64_t steps = 0;
	bool on = true;

	while (on) {
		struct schedule_place at = { .thread = thread };
		allow_next(&r->x, s, thread, &n);
		if (n.kind == STEP_BAD) {
			on = false;
			break;
		}
		if (n.kind != STEP_INVISIBLE)
			break;
		if (n.ends) { /* an assumption that does not hold: there is no such execution */
			on = false;
			break;
		}
		if (steps >= PAUSE_AFTER && at_block(s, thread)) {
			s->thread.at[thread].paused = true;
			break;
		}
		if (s->m.thread.at[thread].frame.n) {
			at.fn = machine_top(&s->m, thread)->fn;
			at.inst = machine_top(&s->m, thread)->inst;
		}
		(void)step_take(&r->x, s, &n, &step);
		if ((r->x.race.found && !r->x.o->stuck) || s->m.state != MACHINE_RUNS || assumed(s)) {
			add_trace(r, s, (struct verify_trace){ .thread = thread, .steps = steps });
			return goes_on(r, s, thread, at);
		}
		steps++;
		*moved = true;
		on &= !is_late(r) && !(r->x.why && !(steps & 1023) && worked() > r->until) && (!r->x.o->steps || r->x.steps <= r->x.o->steps);
	}
	if (steps)
		add_trace(r, s, (struct verify_trace){ .thread = thread, .steps = steps });
	return on && s->m.thread.n <= MOST_THREADS;
}

/* One thread after the other, the youngest first. */
static bool run_solo(struct verify_run *r, struct verify_state *s)
{
	struct verify_next n;
	uint32_t thread;
	bool moved;

	while ((thread = solo_thread(s)) != UINT32_MAX && !s->thread.at[thread].paused) {
		if (s->solo->tries && thread && s->m.thread.at[thread].steps > TRY_STEPS) {
			s->thread.at[thread].stays = true;
			continue;
		}
		if (thread != s->last)
			solo_forget(s);
		s->last = thread;
		if (!run_thread(r, s, thread, &moved))
			return false;
		if (solo_thread(s) != thread || s->thread.at[thread].paused)
			continue;
		allow_next(&r->x, s, thread, &n);
		if (n.kind == STEP_VISIBLE) {
			if (!n.alternatives && !n.few)
				solo_forget(s);
			return true;
		}
		if (n.kind != STEP_BLOCKED || !thread)
			return false;
		s->thread.at[thread].stays = true;
	}
	return true;
}

/* All threads, until each stands at something that others can tell. False: the execution ends. */
static bool run_all(struct verify_run *r, struct verify_state *s)
{
	bool moved = true;

	if (s->solo)
		return run_solo(r, s);
	while (moved) {
		moved = false;
		for (uint32_t i = 0; i < s->m.thread.n; i++)
			if (!s->m.thread.at[i].ended && !s->thread.at[i].paused && !run_thread(r, s, i, &moved))
				return false;
	}
	return true;
}

/* ---- choices ---- */

static uint32_t waiters(struct verify_state *s, uint32_t thread, const uint32_t **of)
{
	struct machine_call call;
	uint64_t at = 0;

	if (!machine_call_prepare(&s->m, thread, &call))
		return 0;
	for (const struct model_row *r = call.meaning->row; r; r = r->next)
		if (event_is(r, EVENT_SIGNAL))
			at = call_place(&call, &r->on);
	for (uint32_t i = 0; i < s->m.sync.n; i++)
		if (s->m.sync.at[i].at == at) {
			*of = s->m.sync.at[i].waiter.at;
			return s->m.sync.at[i].waiter.n;
		}
	return 0;
}

static void add_choice(struct verify_run *r, struct verify_node *node, struct verify_choice c)
{
	*vec_add(&r->x.arena, &r->choice) = c;
	node->last = r->choice.n;
}

static void choose_store(struct verify_run *r, struct verify_node *node, struct verify_choice c, const struct verify_next *n)
{
	struct verify_location *l = NULL;
	uint32_t oldest;

	for (uint32_t i = 0; i < n->look.naccesses; i++)
		if (n->look.access[i].atomic)
			l = before_location(node->s, n->look.access[i].at, (uint32_t)n->look.access[i].bytes);
	oldest = l && r->x.o->weak ? before_oldest(node->s, c.thread, l) : l ? l->store.n - 1 : 0;
	for (uint32_t i = l ? l->store.n : 1; i-- > oldest;) {
		c.store = l ? i : UINT32_MAX;
		if (l && n->exchanges && any_exchange(node->s, c.thread, n->code, n->exchanges, &l->store.at[i])) {
			c.kind = CHOICE_GUESS;
			for (c.value = 0; c.value < 2; c.value++)
				add_choice(r, node, c);
			continue;
		}
		c.kind = CHOICE_STEP;
		c.value = 0;
		add_choice(r, node, c);
		c.kind = CHOICE_FAIL;
		if (n->fails)
			add_choice(r, node, c);
	}
}

static void choose_thread(struct verify_run *r, struct verify_node *node, uint32_t thread, const struct verify_next *n)
{
	struct verify_choice c = { .thread = thread, .store = UINT32_MAX, .spurious = n->waits };
	const uint32_t *of = NULL;
	uint32_t waiting = n->wakes ? waiters(node->s, thread, &of) : 0;

	if (n->waits && (r->x.o->stuck || r->x.o->calm)) {
		r->result->waits = true;
		return;
	}
	if (n->cancelled) {
		c.kind = CHOICE_CANCEL;
		add_choice(r, node, c);
		c.kind = CHOICE_STEP;
	}
	if (n->kind == STEP_BLOCKED || n->must_end)
		return;
	if (n->atomic) {
		choose_store(r, node, c, n);
		return;
	}
	if (waiting > 1 || n->nondet || n->timed || n->any)
		c.kind = CHOICE_INPUT;
	for (uint32_t i = 0; waiting > 1 && i < waiting; i++) {
		c.value = of[i];
		add_choice(r, node, c);
	}
	for (c.value = 0; n->nondet && c.value < 2; c.value++)
		add_choice(r, node, c);
	if (n->alternatives)
		c.kind = CHOICE_GUESS;
	for (c.value = 0; c.value < n->alternatives; c.value++)
		add_choice(r, node, c);
	c.kind = n->few ? CHOICE_VALUE : c.kind;
	for (uint32_t i = 0; n->few && i < n->few->n; i++) {
		c.value = n->few->at[i];
		add_choice(r, node, c);
	}
	c.value = 0;
	if (n->any)
		add_choice(r, node, c);
	if (waiting > 1 || n->nondet || n->any || n->alternatives || n->few)
		return;
	c.value = 0;
	if (n->timed)
		add_choice(r, node, c);
	c.kind = CHOICE_STEP;
	add_choice(r, node, c);
	c.kind = CHOICE_FAIL;
	if (n->fails)
		add_choice(r, node, c);
}

/* What a thread is about to do is in no order with what others have done last: before it does that, nothing has told it. */
static void look_ahead(struct verify_run *r, struct verify_state *s, uint32_t thread, const struct verify_next *n)
{
	for (uint32_t i = 0; i < n->look.naccesses && !r->x.race.found; i++) {
		const struct machine_access *a = &n->look.access[i];
		bool writes = a->write || n->exchanges;
		if (n->atomic ? a->atomic : a->of == OF_USING)
			before_look(s, thread, a->at, a->bytes, n->atomic && writes ? DONE_WRITE | DONE_ATOMIC : DONE_ATOMIC, &r->x.race);
	}
	(void)goes_on(r, s, thread, (struct schedule_place){ 0 });
}

/* The choices of a new state. */
static void open_node(struct verify_run *r, struct verify_state *s, uint32_t id)
{
	struct verify_node *node = vec_add(&r->x.arena, &r->node);
	struct verify_next n;
	bool any = false;

	*node = (struct verify_node){ .s = s, .id = id, .first = r->choice.n, .next = r->choice.n, .last = r->choice.n,
				      .traces = r->x.trace.n };
	for (uint32_t i = 0; i < s->m.thread.n; i++) {
		if (s->solo && i != solo_thread(s))
			continue;
		allow_next(&r->x, s, i, &n);
		if (n.kind != STEP_VISIBLE && !n.cancelled && !(n.kind == STEP_INVISIBLE && s->thread.at[i].paused))
			continue;
		any |= !n.waits;
		if (s->near && !s->blind && n.kind == STEP_VISIBLE)
			look_ahead(r, s, i, &n);
		choose_thread(r, node, i, &n);
	}
	if (r->x.o->property != VERIFY_DEADLOCK || r->result->outcome)
		return;
	found_stuck(r, s, any);
}

/* ---- the search ---- */

static void add_edge(struct verify_run *r, uint32_t from, uint32_t to, const struct verify_choice *c)
{
	if (r->x.o->property == VERIFY_DEADLOCK)
		*vec_add(&r->x.arena, &r->graph.edge) =
		    (struct verify_edge){ from, to, c->thread, c->spurious || c->kind == CHOICE_GUESS || c->kind == CHOICE_VALUE };
}

/* One choice of a node is taken. False: the execution ends with it. */
static bool take(struct verify_run *r, struct verify_state *s, const struct verify_choice *c, bool *counts)
{
	struct verify_next n;
	const struct machine_frame *f;
	struct schedule_place at = { .thread = c->thread };
	struct verify_trace t = { .thread = c->thread, .steps = 1, .input = c->kind == CHOICE_INPUT, .value = c->value,
				  .turn = s->m.thread.at[c->thread].steps };

	*counts = true;
	allow_next(&r->x, s, c->thread, &n);
	if (n.kind == STEP_BAD)
		return false;
	s->thread.at[c->thread].paused = false;
	if (r->x.near)
		before_leave(s, c->thread);
	s->bent |= c->kind == CHOICE_FAIL;
	s->guessed |= n.cancelled; /* whether it ends here or goes on, nothing orders that behind who has asked for it */
	if (s->m.thread.at[c->thread].frame.n) {
		f = machine_top(&s->m, c->thread);
		t.fn = at.fn = f->fn;
		t.inst = at.inst = f->inst;
	}
	if (!step_take(&r->x, s, &n, c)) {
		*counts = false;
		return false;
	}
	t.symbol = r->x.symbol;
	t.steps = c->kind != CHOICE_VALUE;
	if ((r->x.race.found && !r->x.o->stuck) || s->m.state == MACHINE_FAILED) /* it is the next step that shows it */
		t.steps = 0;
	add_trace(r, s, t);
	return goes_on(r, s, c->thread, at) && run_all(r, s);
}

static bool is_over(struct verify_run *r)
{
	bool first;

	if (r->result->outcome)
		return true;
	if (r->transitions % LOOK_AT_CLOCK && !r->x.terms)
		return false;
	first = !r->x.why;
	if (worked() > r->until)
		search_stop(&r->x, NULL, 0, "more time (--seconds)", "the limit of %g seconds was reached", r->x.o->seconds);
	else if (stat_resident() > (uint64_t)r->x.o->megabytes << 20)
		search_stop(&r->x, NULL, 0, "more memory (--memory)", "the limit of %u megabytes was reached", r->x.o->megabytes);
	else if (r->x.o->steps && r->x.steps > r->x.o->steps)
		search_stop(&r->x, NULL, 0, "", "too many instructions were executed");
	else if (r->x.o->states && r->visited.n > r->x.o->states)
		search_stop(&r->x, NULL, 0, "more states", "%llu states were visited", (unsigned long long)r->x.o->states);
	else
		return false;
	r->result->timed |= first;
	r->result->outcome = VERIFY_STOPPED;
	return true;
}

static void drop(struct verify_state *s)
{
	machine_release(&s->m);
	free(s);
}

static struct verify_state *make_state(const struct verify_state *from)
{
	struct verify_state *s = calloc(1, sizeof *s);

	if (!s)
		die("out of memory");
	if (from)
		before_copy(s, from);
	return s;
}

static void note_state(struct verify_run *r, uint32_t id, const struct verify_state *s)
{
	if (r->x.o->property != VERIFY_DEADLOCK)
		return;
	while (r->graph.alive.n <= id)
		*vec_add(&r->x.arena, &r->graph.alive) = 0;
	r->graph.alive.at[id] = found_alive(s);
}

/* Who waits for the end of a thread may as well know already what that has done: nothing can tell, and states that differ in it
 * alone are one. Whom somebody waits for may be waiting himself. */
static void know_early(struct verify_run *r, struct verify_state *s)
{
	uint32_t of[MOST_THREADS], n = 0;
	struct verify_next next;

	if (s->solo)
		return;
	for (uint32_t i = 0; i < s->m.thread.n && i < MOST_THREADS; i++) {
		of[i] = UINT32_MAX;
		if (s->m.thread.at[i].ended)
			continue;
		allow_next(&r->x, s, i, &next);
		if (next.kind == STEP_BLOCKED && next.look.join)
			of[i] = next.look.join - 1, n++;
	}
	for (uint32_t round = 0; round < n; round++)
		for (uint32_t i = 0; i < s->m.thread.n && i < MOST_THREADS; i++)
			if (of[i] != UINT32_MAX)
				before_waits(s, i, of[i]);
}

/* The way has been here before: the thread goes on for ever, and stops here for its creator to go on. False: it has none. */
static bool goes_round(struct verify_run *r, struct verify_state *s, uint32_t id)
{
	uint32_t thread = solo_thread(s);
	if (!r->open.at[id] || !thread || thread == UINT32_MAX)
		return false;
	s->thread.at[thread].stays = true;
	return run_solo(r, s);
}

static void arrive(struct verify_run *r, struct verify_state *s, uint32_t from, const struct verify_choice *c)
{
	bool seen;
	uint32_t id;

	tidy(s);
	if (!s->near)
		know_early(r, s);
	hash_state(&r->x.bytes, r->x.live, s, r->x.loads_all || r->x.described ? NULL : r->x.loaded, r->x.terms);
	id = visited_add(&r->visited, r->x.bytes.out.at, r->x.bytes.out.n, r->x.o->exact, &seen);
	if (c)
		add_edge(r, from, id, c);
	if (seen && s->solo && goes_round(r, s, id)) {
		arrive(r, s, from, c);
		return;
	}
	if (seen) {
		drop(s);
		return;
	}
	note_state(r, id, s);
	while (s->solo && r->open.n <= id)
		*vec_add(&r->x.arena, &r->open) = false;
	if (s->solo)
		r->open.at[id] = true;
	open_node(r, s, id);
}

/* Places were found that threads share: the search will be done once more, and this one has seen enough of them. */
static bool is_vain(const struct verify_run *r)
{
	return r->x.solo && r->x.solo->grown && r->visited.n > ROUND_STATES;
}

static void search(struct verify_run *r)
{
	while (r->node.n && !is_over(r) && !is_vain(r) && !((r->x.widen || r->x.solo) && r->x.why)) {
		struct verify_node *node = &r->node.at[r->node.n - 1];
		struct verify_choice c;
		struct verify_state *s;
		uint32_t id = node->id;
		bool counts;

		if (node->next == node->last) {
			if (node->s)
				drop(node->s);
			r->choice.n = node->first;
			if (r->x.solo)
				r->open.at[id] = false;
			r->node.n--;
			continue;
		}
		c = r->choice.at[node->next++];
		r->choice.n = node->last;
		r->x.trace.n = node->traces;
		s = node->next == node->last ? node->s : make_state(node->s);
		if (node->next == node->last)
			node->s = NULL;
		r->transitions++;
		if (take(r, s, &c, &counts)) {
			arrive(r, s, id, &c);
		} else {
			if (counts)
				add_edge(r, id, 0, &c);
			drop(s);
		}
	}
}

/* ---- threads that can never go on ---- */

static void find_stuck(struct verify_run *r)
{
	for (uint32_t t = 0; t < MOST_THREADS && !r->result->outcome; t++)
		if (visited_stuck(&r->graph, &r->x.arena, t)) {
			search_stop(&r->x, NULL, 0, "", "a thread that others can hold up forever");
			r->result->outcome = VERIFY_STOPPED;
		}
}

/* ---- the start ---- */

/* Variables that are all there from the start have the same bytes in equal states. */
static void make_variables(struct verify_state *s)
{
	for (uint32_t i = 1; i < s->m.image->p->sym.n; i++)
		if (s->m.object.at[i].kind == MACHINE_VARIABLE && s->m.object.at[i].size)
			(void)machine_peek(&s->m, s->m.object.at[i].base, 1);
}

static void start(struct verify_run *r)
{
	struct verify_state *s = make_state(NULL);

	if (r->x.image->word != 8 || !machine_start_whole(&s->m, r->x.image)) {
		search_stop(&r->x, NULL, 0, "", "%s", r->x.image->word != 8 ? "pointers of four bytes" : s->m.why);
		drop(s);
		return;
	}
	make_variables(s);
	s->near = r->x.near || (s->blind = r->x.o->stuck); /* interleavings alone: who knows of what decides nothing */
	s->solo = r->x.solo;
	before_thread(s, UINT32_MAX, 0);
	any_arguments(&r->x, s);
	if (goes_on(r, s, 0, (struct schedule_place){ 0 }) && run_all(r, s))
		arrive(r, s, 0, NULL);
	else
		drop(s);
}

static void explore(struct arena *out, struct machine_image *image, const struct verify_options *o, struct verify_solo *solo,
		    struct verify_result *result)
{
	struct verify_run r = { .x = { .out = out, .image = image, .o = o, .solo = solo }, .result = result };
	double began = worked();

	*result = (struct verify_result){ .why = "", .help = "", .what = "" };
	arena_init(&r.x.arena, "verify");
	r.x.bytes.arena = &r.x.arena;
	r.until = began + o->seconds;
	r.x.live = live_init(&r.x.arena, image);
	visited_init(&r.visited, &r.x.arena);
	(void)vec_add(&r.x.arena, &r.x.trace);
	if (o->wide)
		r.x.widen = widen_init(&r.x.arena, image, o->solve);
	if (o->solve)
		r.x.terms = formulas_init(&r.x.arena, o->seconds);
	allow_scan(&r.x);
	r.x.tries |= r.x.tries_join;
	if (solo && solo_refused(&r.x))
		search_stop(&r.x, NULL, 0, "", "%s, each thread by itself", solo_refused(&r.x));
	r.x.near = !solo && !r.x.weak && !r.x.tries && !r.x.cancels && !r.x.described && !o->stuck;
	start(&r);
	search(&r);
	if (r.x.near && r.x.weak && result->outcome != VERIFY_VIOLATED)
		search_stop(&r.x, NULL, 0, "", "atomic accesses whose order is known only when they are executed");
	if (!result->outcome && !r.x.why && o->property == VERIFY_DEADLOCK && !o->stuck)
		find_stuck(&r);
	if (!result->outcome)
		result->outcome = r.x.why ? VERIFY_STOPPED : VERIFY_HOLDS;
	result->weak = r.x.weak && !solo;
	result->asks_start = r.x.asks_start;
	if (result->outcome == VERIFY_STOPPED) {
		result->outside = r.x.outside;
		result->why = r.x.why ? r.x.why : "";
		result->help = r.x.help ? r.x.help : "";
	}
	result->states = r.visited.n;
	result->transitions = r.transitions;
	result->steps = r.x.steps;
	result->seconds = worked() - began;
	while (r.node.n)
		if (r.node.at[--r.node.n].s)
			drop(r.node.at[r.node.n].s);
	visited_release(&r.visited);
	if (r.x.terms)
		formulas_release(r.x.terms);
	either_release(&r.x.either);
	arena_release(&r.x.arena);
}

void verify_explore(struct arena *out, struct machine_image *image, const struct verify_options *o, struct verify_result *result)
{
	struct verify_options rest = *o;
	struct verify_solo *solo = o->solo ? solo_init(out) : NULL;
	double used = 0;
	bool again;

	if (solo)
		solo->tries = true;
	do {
		if (solo)
			solo->grown = false;
		explore(out, image, &rest, solo, result);
		used += result->seconds;
		rest.seconds = o->seconds - used;
		again = solo && (solo->grown || solo->tries) && rest.seconds > 0 && (result->outcome == VERIFY_HOLDS || result->timed);
		if (again && !solo->grown)
			solo->tries = false;
	} while (again);
	if (solo && (solo->grown || solo->tries) && result->outcome == VERIFY_HOLDS) {
		result->outcome = VERIFY_STOPPED;
		result->timed = true;
	}
	result->solo = solo;
	result->seconds = used;
}
