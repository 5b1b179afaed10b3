/* A call: what the models say of it, then the functions that it may run. */
#include "contexts/walk/explore.h"

#include <string.h>

static void event_add(struct where *w, const struct call *call, const struct operation *op)
{
	struct explorer *e = w->e;
	struct {
		uint32_t context, inst;
		const struct model_row *row;
	} key = { w->context, call->inst, op->row };
	uint32_t id = keys_id(e->scratch, &e->event_key, &key);
	struct event *event;

	if (id >= e->out->event.n)
		*vec_add(e->out->arena, &e->out->event) =
			(struct event){ .context = w->context, .inst = call->inst, .row = op->row, .loop = call->loop };
	event = &e->out->event.at[id];
	event->on = set_union(e->terms, event->on, operand_value(w, op->on));
	event->with = set_union(e->terms, event->with, operand_value(w, op->with));
}

/* ---- locks ---- */

bool lock_is_certain(const struct explorer *e, uint32_t term)
{
	struct term root = term_get(e->terms, term_root(e->terms, term));

	if (root.kind == TERM_SYM && program_sym(e->points->p, (struct sym_id){ root.a })->flags & SYM_THREAD_LOCAL)
		return false; /* each thread has its own */
	return term_is_fixed(e->terms, term) && (root.kind == TERM_SYM || root.kind == TERM_NAMED);
}

static struct held lock_of(struct explorer *e, uint32_t term, const struct model_row *row)
{
	return (struct held){ .term = term, .family = row->family, .count = 1,
			      .flags = (row->flags & MODEL_SHARED ? HELD_SHARED : 0) |
				       (lock_is_certain(e, term) ? HELD_CERTAIN : 0) };
}

/* Registers behind the last one hold locks that are held if a test of the call's result says so. */
static uint32_t pending_key(const struct where *w, uint32_t call)
{
	return w->slice->nregs + call;
}

static void acquire(struct where *w, uint32_t index, const struct operation *op)
{
	struct explorer *e = w->e;
	const struct call *call = &w->slice->call.at[index];
	uint32_t set = operand_value(w, op->on), term = set_only(e->terms, set);
	struct held lock;

	if (!set || set_is_top(e->terms, set))
		return; /* anything: nothing that has a name must be held */
	if (!term)
		term = term_make(e->terms, &(struct term){ .kind = TERM_ONE_OF, .a = set });
	if (event_asks_argument(op->row))
		return;
	if (!event_is_sure(op->row) && call->tested) {
		reg_set(w, pending_key(w, index), set_of(e->terms, term));
		return;
	}
	if (op->row->flags & MODEL_TRY)
		return;
	lock = lock_of(e, term, op->row);
	w->st->held = lockset_acquire(e, w->st->held, &lock);
}

/* The lock that is known by this name is taken for the one that is held by it. */
static uint32_t release_term(struct where *w, uint32_t term, const struct operation *op)
{
	return lockset_release(w->e, w->st, &(struct lock_release){ set_of(w->e->terms, term), op->row->family, true });
}

static void convert(struct where *w, const struct operation *op, bool shared)
{
	uint32_t term = set_only(w->e->terms, operand_value(w, op->on));
	struct held lock = lock_of(w->e, term, op->row);

	if (!term)
		return;
	w->st->held = release_term(w, term, op);
	held_set_shared(&lock, shared);
	if (event_is_sure(op->row))
		w->st->held = lockset_acquire(w->e, w->st->held, &lock);
}

/* A lock that is made anew while it is held keeps nobody out any more. */
static void make_anew(struct where *w, const struct operation *op)
{
	uint32_t n, term = set_only(w->e->terms, operand_value(w, op->on));
	const struct held *held = contexts_locks(w->e->out, w->st->held, &n);

	if (term && held_find(held, n, &(struct held){ .term = term, .family = op->row->family }))
		w->st->held = release_term(w, term, op);
}

static void change_locks(struct where *w, uint32_t index, const struct operation *op)
{
	switch (event_kind(op->row)) {
	case EVENT_ACQUIRE:
		acquire(w, index, op);
		break;
	case EVENT_RELEASE:
		w->st->held = lockset_release(
			w->e, w->st, &(struct lock_release){ operand_value(w, op->on), op->row->family, op->returned });
		break;
	case EVENT_UPGRADE:
		convert(w, op, false);
		break;
	case EVENT_DOWNGRADE:
		convert(w, op, true);
		break;
	case EVENT_INIT:
		make_anew(w, op);
		break;
	default:
		break;
	}
}

/* ---- calls ---- */

/* A call that is made, of whatever number of functions. */
struct calling {
	const struct contexts_item *at;
	uint32_t index;     /* slice.call */
	uint32_t operation; /* as of struct waiter */
	uint32_t facts;     /* before it; 0: not interned yet */
	bool again;         /* it was made with these before */
	struct entering to; /* with its arguments, which are the same for all of them */
};

static void find_facts(struct where *w, struct calling *c)
{
	struct explorer *e = w->e;
	uint32_t key[3] = { place_of(e, c->at->context, c->at->block, c->at->step + 1), c->operation }, known = e->calling_key.n;

	key[2] = c->facts = facts_intern(e, w->st);
	c->again = keys_id(e->scratch, &e->calling_key, &key) <= known;
}

/* Too many contexts: facts come to a place joined with those that came before. Who waits with the later ones waits for what the
 * earlier ones wait for, too, and alone. False: he is to wait beside them. */
static bool instead(struct explorer *e, uint32_t context, const struct waiter *waiter)
{
	struct {
		uint32_t context;
		struct waiter waiter;
	} key = { context, *waiter };
	struct live_context *live = &e->live.at[context];
	uint32_t id;

	key.waiter.facts = 0;
	id = keys_id(e->scratch, &e->waiting_key, &key);
	while (e->waiting.n <= id)
		*vec_add(e->scratch, &e->waiting) = 0;
	if (e->waiting.at[id]) {
		struct waiter *before = &live->waiter.at[e->waiting.at[id] - 1];
		if (facts_join(e, before->facts, waiter->facts) == waiter->facts) {
			*before = *waiter;
			return true;
		}
	}
	e->waiting.at[id] = live->waiter.n + 1;
	return false;
}

/* Nearly every call is made once with the same facts: then nobody waits yet. Of those that are made again it is noted who does,
 * so that at most two of a kind wait. */
static void wait_for(struct where *w, struct calling *c, uint32_t context)
{
	struct explorer *e = w->e;
	struct waiter waiter = { c->at->context, c->at->block, c->at->step + 1, c->index, c->operation, 0 };
	struct {
		uint32_t context;
		struct waiter waiter;
	} key = { context, waiter };
	uint32_t known = e->waiter_key.n;

	if (!c->facts)
		find_facts(w, c);
	key.waiter.facts = waiter.facts = c->facts;
	if (c->again && keys_id(e->scratch, &e->waiter_key, &key) <= known)
		return;
	if (!e->crowded || !instead(e, context, &waiter))
		*vec_add(e->scratch, &e->live.at[context].waiter) = waiter;
	for (uint32_t i = 0; i < e->live.at[context].exit.n; i++)
		call_resume(e, &waiter, context, e->live.at[context].exit.at[i]);
}

void call_resume(struct explorer *e, const struct waiter *waiter, uint32_t context, uint32_t exit)
{
	struct doing before = e->doing;
	uint32_t number = e->doing_number;
	const struct context *c = &e->out->context.at[waiter->context];
	const struct slice *slice = &e->s->fn[c->fn.i];
	struct state *st = &e->use.resume;
	struct where back = { .e = e, .slice = slice, .context = waiter->context, .group = c->group,
			      .inst = slice->call.at[waiter->call].inst, .st = st };

	e->doing = (struct doing){ *waiter, context, exit };
	e->doing_number = 0;
	facts_load(e, waiter->facts, st);
	context_leave(&back, &slice->call.at[waiter->call],
		      waiter->operation ? &slice->operation.at[waiter->operation - 1] : NULL, context, exit);
	explore_push(e, waiter->context, waiter->block, waiter->step, st);
	e->doing = before;
	e->doing_number = number;
}

/* The facts without what is returned. */
static uint32_t bare(struct explorer *e, uint32_t facts)
{
	struct state *st = &e->use.bare;

	facts_load(e, facts, st);
	st->reg.n = 0;
	return facts_intern(e, st);
}

/* Ways out that differ only in what is returned become one: that tells nothing. */
static uint32_t join_exit(struct explorer *e, struct live_context *live, uint32_t facts)
{
	uint32_t alone = bare(e, facts);

	for (uint32_t i = 0; i < live->exit.n; i++)
		if (bare(e, live->exit.at[i]) == alone)
			return facts_join(e, live->exit.at[i], facts);
	live->joined = facts_join(e, live->joined, facts);
	if (!limit_full(LIMIT_contexts_exits, live->exit.n))
		return facts;
	for (uint32_t i = 0; i < live->exit.n; i++)
		live->joined = facts_join(e, live->joined, live->exit.at[i]);
	live->late = 1;
	live->exit.n = 0;
	return live->joined;
}

/* There are too many: whoever comes later comes back by one way, that stands for all. */
static uint32_t join_late(struct explorer *e, struct live_context *live, uint32_t facts)
{
	facts = facts_join(e, live->joined, facts);
	if (facts == live->joined)
		return facts;
	limit_met(LIMIT_contexts_exits);
	if (limit_over(LIMIT_contexts_joins, ++live->late))
		facts = facts_forget(e, facts);
	live->exit.n = 0;
	return live->joined = facts;
}

void call_exit(struct explorer *e, uint32_t context, uint32_t facts)
{
	struct live_context *live = &e->live.at[context];
	uint32_t waiters;

	e->out->context.at[context].returns = true;
	facts = live->late ? join_late(e, live, facts) : join_exit(e, live, facts);
	for (uint32_t i = 0; i < live->exit.n; i++)
		if (live->exit.at[i] == facts)
			return;
	*vec_add(e->scratch, &live->exit) = facts;
	waiters = live->waiter.n; /* whoever comes later looks at the exits itself */
	for (uint32_t i = 0; i < waiters; i++) {
		struct waiter waiter = e->live.at[context].waiter.at[i];
		call_resume(e, &waiter, context, facts);
	}
}

/* How a call goes on: at once with the caller's facts as they are, when the callee is done, or both. */
enum { GOES_ON = 1, WAITS = 2 };

static int call_one(struct where *w, struct calling *c, struct sym_id sym, uint8_t method)
{
	struct explorer *e = w->e;
	const struct call *call = &w->slice->call.at[c->index];
	uint32_t context;

	c->to.fn = program_sym(e->points->p, sym)->fn;
	context = context_enter(e, w, &c->to);
	edge_add(w, call, context, call->site, method, NULL, 0);
	if (!call->reg && e->s->quiet[c->to.fn.i])
		return GOES_ON;
	wait_for(w, c, context);
	return WAITS;
}

void call_result(struct where *w, const struct call *call)
{
	struct terms *t = w->e->terms;
	struct term result = { .kind = call->fresh ? TERM_HEAP : TERM_RESULT, .a = w->slice->fn.i, .b = call->inst };
	uint32_t term;

	if (!call->reg)
		return;
	term = term_make(t, &result);
	if (call->fresh) {
		memory_fresh(w, term);
		reg_set(w, call->reg - 1, set_of(t, term));
		return;
	}
	if (term_get(t, set_only(t, pairs_get(&w->st->reg, call->reg - 1))).kind != TERM_THREAD)
		reg_set(w, call->reg - 1, set_of(t, term));
}

/* Of the functions that the facts name, those that the whole program knows of as well, which tells rows of tables apart; all, if
 * it knows none. */
static uint32_t keep_targets(const struct points *points, const struct site *site, struct sym_id *sym, uint32_t n)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < site->ntargets; k++)
			if (points->target.at[site->target + k].i == sym[i].i) {
				struct sym_id swap = sym[kept];
				sym[kept++] = sym[i];
				sym[i] = swap;
				break;
			}
	return kept ? kept : n;
}

/* Through a pointer: the functions that the facts name, or else those of the site. GOES_OUT: a function outside is among them. */
enum { GOES_OUT = 4 };

static int call_pointed(struct where *w, struct calling *c)
{
	struct explorer *e = w->e;
	const struct call *call = &w->slice->call.at[c->index];
	const struct site *site = &e->points->site.at[call->site];
	struct sym_id sym[SET_MOST];
	uint32_t n;
	int ways = 0;

	if (functions_of(e, node_value(w, call->node), sym, &n)) {
		n = call->site ? keep_targets(e->points, site, sym, n) : n;
		for (uint32_t i = 0; i < n; i++)
			ways |= slices_follows(e->points, sym[i]) ? call_one(w, c, sym[i], METHOD_CONTEXT) : GOES_OUT;
		return ways;
	}
	if (!call->site || !site->ntargets)
		return GOES_OUT;
	for (uint32_t i = 0; i < site->ntargets; i++) {
		struct sym_id target = e->points->target.at[site->target + i];
		ways |= slices_follows(e->points, target) ? call_one(w, c, target, site->method) : GOES_OUT;
	}
	return ways;
}

/* The callee runs its argument before it returns: perhaps, and perhaps more than once. */
static void call_inner(struct where *w, const struct contexts_item *at, uint32_t index, uint32_t operation)
{
	struct explorer *e = w->e;
	const struct call *call = &w->slice->call.at[index];
	const struct operation *op = &w->slice->operation.at[operation];
	uint32_t n, nsites;
	const struct site *site = points_sites(e->points, w->slice->fn, call->inst, &nsites);
	struct sym_id sym[SET_MOST];
	bool known = functions_of(e, operand_loaded(w, op->fn), sym, &n);
	struct calling c = { .at = at, .index = index, .operation = operation + 1, .to = { .group = w->group } };

	while (nsites && site->row != op->row) {
		site++;
		nsites--;
	}
	if (!nsites)
		return;
	for (uint32_t i = 0; i < (known ? n : site->ntargets); i++) {
		struct sym_id target = known ? sym[i] : e->points->target.at[site->target + i];
		uint32_t context;
		if (!slices_follows(e->points, target))
			continue;
		c.to.fn = program_sym(e->points->p, target)->fn;
		c.to.arg[0] = operand_loaded(w, op->arg);
		c.to.arg[1] = operand_loaded(w, op->arg2);
		c.to.arg[2] = operand_loaded(w, op->arg3);
		context = context_enter(e, w, &c.to);
		edge_add(w, call, context, (uint32_t)(site - e->points->site.at),
			 known && site->method != METHOD_DIRECT ? METHOD_CONTEXT : site->method, NULL, 0);
		wait_for(w, &c, context);
	}
}

static void run_operation(struct where *w, const struct contexts_item *at, uint32_t index, uint32_t operation)
{
	const struct call *call = &w->slice->call.at[index];
	const struct operation *op = &w->slice->operation.at[operation];

	switch (event_kind(op->row)) {
	case EVENT_SPAWN:
	case EVENT_ENQUEUE:
	case EVENT_HANDLER:
		start_thread(w, call, op);
		break;
	case EVENT_ONCE:
		event_add(w, call, op);
		call_inner(w, at, index, operation);
		break;
	case EVENT_CALLS:
		call_inner(w, at, index, operation);
		break;
	case EVENT_TRACK:
		break;
	case EVENT_JOIN:
		event_add(w, call, op);
		result_join(w, op);
		break;
	case EVENT_EXIT_THREAD:
		event_add(w, call, op);
		result_exit(w, op->id.node ? operand_value(w, op->id) : w->e->terms->top);
		break;
	default:
		event_add(w, call, op);
		change_locks(w, index, op);
	}
}

/* The state behind a call that needs no waiting. */
static void call_outside(struct where *w, const struct call *call)
{
	for (uint32_t i = 0; i < call->narguments; i++) /* whoever is outside may hand them on */
		memory_publish(w, node_value(w, w->slice->argument.at[call->argument + i].node));
	call_result(w, call);
}

/* A setjmp. The first time it gives 0; later something else, an address here, and what was stored in between is not known, nor
 * which of its locks the function still holds, unless it is a cleanup. Those of its callers count as held. */
static void call_twice(struct where *w, const struct contexts_item *at, const struct call *call)
{
	struct terms *t = w->e->terms;
	struct term zero = { .kind = TERM_INT }, other = { .kind = TERM_SYM, .a = call->callee.i };
	struct state *again = state_empty(&w->e->use.again);
	struct where there = *w;
	uint32_t kept = 0;

	facts_copy(w->e->scratch, again, w->st);
	there.st = again;
	for (uint32_t i = 0; i < again->cell.n; i++)
		if (term_get(t, again->cell.at[i].key).kind == TERM_MARK)
			again->cell.at[kept++] = again->cell.at[i];
	again->cell.n = kept;
	if (call->again)
		again->held = 0;
	reg_set(&there, call->reg - 1, call->callee.i ? set_of(t, term_make(t, &other)) : t->top);
	explore_push(w->e, at->context, at->block, at->step + 1, again);
	reg_set(w, call->reg - 1, set_of(t, term_make(t, &zero)));
}

bool call_run(struct where *w, const struct contexts_item *at, uint32_t index)
{
	const struct call *call = &w->slice->call.at[index];
	struct calling c = { .at = at, .index = index, .to = { .group = w->group } };
	int ways;

	w->inst = call->inst;
	for (uint32_t i = 0; i < call->noperations; i++)
		run_operation(w, at, index, call->operation + i);
	if (call->ends)
		return false;
	if (call->twice) {
		call_twice(w, at, call);
		return true;
	}
	if (!call->body.i && !call->node) {
		call_outside(w, call);
		return true;
	}
	for (uint32_t i = 0; i < call->narguments; i++) {
		const struct argument *a = &w->slice->argument.at[call->argument + i];
		if (a->param < sizeof c.to.arg / sizeof *c.to.arg)
			c.to.arg[a->param] = node_value(w, a->node);
	}
	ways = call->body.i ? call_one(w, &c, call->callee, METHOD_DIRECT) : call_pointed(w, &c);
	if (ways & GOES_OUT)
		call_outside(w, call);
	if (ways == WAITS)
		return false;
	if (ways & WAITS) /* facts that arrive there later must find these */
		explore_push(w->e, at->context, at->block, at->step + 1, w->st);
	return !(ways & WAITS);
}
