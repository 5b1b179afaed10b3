/* What events do to a state. */
#include "ir/mutex.h"
#include "lockset/walk/engine.h"

#include <string.h>

#include "base/recogniser.h"
#include "base/stat.h"

struct lockset_step {
	struct engine *e;
	uint32_t node;   /* in engine.work */
	const struct outline *o;
	struct lockset_node at;
	struct fn_id fn;
	uint32_t context;
};

static struct lockset_step begin(struct engine *e, uint32_t node)
{
	uint32_t context = engine_top(e)->context;

	return (struct lockset_step){ e, node, engine_outline(e), e->work.at[node].node, e->out->context.at[context].fn, context };
}

static uint32_t number(const struct lockset_step *s)
{
	return s->node - engine_top(s->e)->first;
}

static void go_on(struct lockset_step *s, const struct now *now)
{
	struct lockset_node from = { .before = number(s) + 1 };

	engine_reach(s->e, s->at.point + 1, now, &from);
}

/* 6.5: does the lock still reach a release? What a caller took and releases later is told by its flag. */
bool step_is_trusted(const struct engine *e, const struct outline *o, const struct held *h, uint32_t point)
{
	uint64_t bits;

	if ((h->flags & HELD_FAINT) == HELD_FAINT)
		return false;
	if (e->out->options.no_unlocksets || (h->flags & HELD_ABOVE) || o->releases_more || running_is(&e->out->names, h->term))
		return true;
	bits = unlocks_bit(&e->o, o, h->term);
	if (bits & e->o.unlocks.at[e->o.unlock_at[o->fn.i] + point])
		return true;
	/* a function that only takes it: whoever calls it knows */
	return !(h->flags & (HELD_PAIRED | HELD_ENTERED)) && !o->returns_never;
}

/* Two of one kind: how the one is reached from the other. */
static void set_link(struct lockset_step *s, struct lock_order *x, bool loop)
{
	struct names *names = &s->e->out->names;

	if (s->o->variable && name_is_global(names, x->wanted))
		x->flags |= ORDER_IDENTITY;
	order_link(names, x);
	order_walk(names, x, loop);
}

static void add_orders(struct lockset_step *s, struct now *now, const struct outline_event *ev, uint32_t wanted, uint16_t flags)
{
	struct lock_order x = {
		.wanted = wanted, .context = s->context, .node = number(s), .inst = ev->inst, .others = s->at.lockset
	};
	struct names *names = &s->e->out->names;
	uint32_t class = name_class(names, wanted), block = outline_block_of(&s->e->o, s->o, s->at.point);

	for (uint32_t i = 0; i < now->n; i++) {
		const struct held *h = &now->held[i];
		bool again = h->term == wanted && name_is_exact(names, wanted), same;
		if (again || (h->flags & HELD_CONTEXT) ||
		    !step_is_trusted(s->e, s->o, h, s->at.point))
			continue;
		if ((h->flags & HELD_ROB) && !(flags & ORDER_SPIN))
			continue; /* 5.2: let go while this one sleeps */
		x.held = h->term;
		x.held_from = holders_of(s->e, h->term);
		x.wanted_from = holders_of(s->e, wanted);
		x.held_root = holders_root(s->e, h->term);
		x.wanted_root = holders_root(s->e, wanted);
		x.flags = (uint16_t)(flags | (h->flags & HELD_SHARED ? ORDER_HELD_SHARED : 0) |
				     (h->flags & HELD_UP ? ORDER_UP : 0));
		if (RECOGNISED(lockset_holder, holders_are_one(s->e, &x)))
			x.flags |= ORDER_ONE;
		if (h->flags & HELD_OLD)
			x.flags |= ORDER_LOOP;
		x.link = x.walked = x.begins = 0;
		same = (class && class == name_class(names, h->term)) ||
		       name_ground(names, h->term) == name_ground(names, wanted);
		if (same)
			x.flags |= (uint16_t)((h->flags | ev->flags) & HELD_SUBCLASS ? ORDER_SUBCLASS : 0);
		x.sorted = same ? sorted_by(&s->e->o, s->o, block, h->term, wanted) : 0;
		if (same && !x.sorted && order_of_loop(s->e, s->o, h, ev))
			x.sorted = order_by_loop(s->e, ev);
		if (same || name_is_like(names, h->term, wanted))
			set_link(s, &x, order_of_loop(s->e, s->o, h, ev));
		if (x.sorted)
			recogniser_count(RECOGNISER_lockset_sorted);
		order_add(s->e, &x);
	}
}

/* A lock that is let go while its holder sleeps is taken again then, with all the others still held (5.2, Figure 3). */
static void retake(struct lockset_step *s, struct now *now, const struct outline_event *ev)
{
	for (uint32_t i = 0; i < now->n; i++) {
		struct lock_order x = { .wanted = now->held[i].term, .context = s->context, .node = number(s), .inst = ev->inst,
					.others = s->at.lockset, .flags = ORDER_REACQUIRE };
		if (!(now->held[i].flags & HELD_ROB))
			continue;
		for (uint32_t k = 0; k < now->n; k++) {
			const struct held *h = &now->held[k];
			if (k == i || (h->flags & HELD_CONTEXT) || !step_is_trusted(s->e, s->o, h, s->at.point))
				continue;
			x.held = h->term;
			x.flags = (uint16_t)(ORDER_REACQUIRE | (h->flags & HELD_SHARED ? ORDER_HELD_SHARED : 0));
			order_add(s->e, &x);
		}
	}
}

static uint32_t event_index(const struct lockset_step *s)
{
	const struct outline_block *b = outline_block(&s->e->o, s->o, outline_block_of(&s->e->o, s->o, s->at.point));

	return b->event + s->at.point - b->point;
}

static void note_error(struct lockset_step *s, uint8_t rule, uint32_t name, bool reader)
{
	incident_add(s->e, &(struct incident){ .rule = rule,
					       .reader = reader,
					       .context = s->context,
					       .node = number(s),
					       .event = event_index(s),
					       .name = name,
					       .cost = 3 * s->e->out->context.at[s->context].depth });
}

static void note_incident(struct lockset_step *s, uint8_t rule, uint32_t name)
{
	note_error(s, rule, name, false);
}

/* What the caller has said of the parameter that a guard is about: 1 it holds, 0 it does not, -1 unknown. Parameters stay what
 * they are. */
static int truth_at_entry(const struct engine *e, uint32_t context, const struct lockset_guard *g)
{
	const struct lockset_context *c = &e->out->context.at[context];
	struct now entry;

	now_load(e, &entry, 0, c->facts);
	for (uint32_t i = 0; i < entry.nfacts; i++)
		if (e->o.subject.at[e->o.of[c->fn.i].subject + entry.fact[i].of].param == g->param)
			return guard_truth(g, &entry.fact[i]);
	return -1;
}

bool step_may_hold(const struct engine *e, uint32_t context, const struct lockset_guard *g)
{
	int truth = g->param && !e->out->options.no_correlation ? truth_at_entry(e, context, g) : 1;

	return truth > 0 || (truth < 0 && !g->known);
}

/* schedule_preempt_disabled() is for callers with preemption off, once, and turns it on while they sleep. */
static bool is_on_meanwhile(const struct lockset_step *s, const struct outline_event *ev, const struct held *h)
{
	return ev->kind == OUTLINE_BLOCK && (ev->row->flags & MODEL_PREEMPT) && h->count == 1 && (h->flags & HELD_CONTEXT) &&
	       term_get(&s->e->out->names.terms, h->term).b == MODEL_BIT_PREEMPT + 1;
}

/* Must who has this not sleep? */
static bool forbids(const struct lockset_step *s, const struct held *h, const struct outline_event *ev)
{
	return (h->flags & HELD_SPIN) && (h->flags & HELD_FAINT) / HELD_DOUBT + ev->doubt < MOST_DOUBT &&
	       !is_on_meanwhile(s, ev, h) && step_is_trusted(s->e, s->o, h, s->at.point);
}

static bool forbids_sleep(const struct lockset_step *s, const struct now *now, const struct outline_event *ev)
{
	for (uint32_t i = 0; i < now->n; i++)
		if (forbids(s, &now->held[i], ev))
			return true;
	return false;
}

/* Something sleeps here: who spins for a lock, or has interrupts off, must not. */
static void sleeps(struct lockset_step *s, struct now *now, const struct outline_event *ev)
{
	bool faults = ev->row && (ev->row->flags & MODEL_FAULT);

	for (uint32_t i = 0; i < now->n; i++)
		if (faults && term_get(&s->e->out->names.terms, now->held[i].term).b == MODEL_BIT_PAGEFAULT + 1 &&
		    (now->held[i].flags & HELD_CONTEXT))
			return; /* page faults are off: it does not sleep */
	if (now_runs(s->e, now, RUNNING_GUESSED) || !step_may_hold(s->e, s->context, &ev->guard)) {
		if (forbids_sleep(s, now, ev))
			gap(flags);
		return;
	}
	retake(s, now, ev);
	for (uint32_t i = 0; i < now->n; i++)
		if (forbids(s, &now->held[i], ev))
			note_incident(s, RULE_SLEEP_IN_ATOMIC, now->held[i].term);
}

/* ---- locks ---- */

/* A semaphore that begins with one: who waits for it again waits for himself, unless somebody else gives it. */
static bool may_be_one(struct lockset_step *s, uint32_t name)
{
	struct names *n = &s->e->out->names;

	return kinds_is_one(s->e, name_ground(n, name)) || kinds_is_one(s->e, name_class(n, name));
}

/* 6.1: nothing that happens behind a lock error can be trusted. */
static void cut(struct lockset_step *s, struct now *now)
{
	if (s->e->out->options.no_cut)
		return;
	now->n = 0;
	now_add(now, (struct held){ .term = running_name(s->e, RUNNING_CUT), .flags = HELD_CONTEXT, .count = 1 });
}

/* Does a reader wait for a writer that waits? */
static bool is_fair(struct lockset_step *s, const struct outline_event *ev)
{
	struct names *n = &s->e->out->names;

	return (ev->flags & HELD_SHARED) && ((ev->flags & HELD_FAIR) || kinds_is_fair(s->e, name_ground(n, ev->name)) ||
					     kinds_is_fair(s->e, name_class(n, ev->name)));
}

/* It is held already, by this very name. If that is an error, no lock is held any more, this one neither (6.1). */
static void take_again(struct lockset_step *s, struct now *now, const struct outline_event *ev, struct held *h)
{
	bool shared = (h->flags & HELD_SHARED) && (ev->flags & HELD_SHARED);

	if (shared && is_fair(s, ev) && !(ev->flags & (HELD_TRIED | HELD_RECURSIVE | HELD_CONTEXT)))
		note_error(s, RULE_SELF_DEADLOCK, ev->name, true);
	if ((ev->flags & (HELD_RECURSIVE | HELD_CONTEXT)) || shared || kinds_may_be(s->e, ev->name)) {
		h->count += h->count < HELD_ALL && kinds_may_be(s->e, ev->name) != MUTEX_CHECKED; /* that one only says so */
		return;
	}
	if ((ev->flags & HELD_TRIED) || ((ev->flags & HELD_SEMAPHORE) && !may_be_one(s, ev->name)))
		return;
	note_incident(s, RULE_SELF_DEADLOCK, ev->name);
	cut(s, now);
}

/* Should it turn out to be a signal (5.1), this is a wait, or what ends one. */
static void note_semaphore(struct lockset_step *s, const struct outline_event *ev, uint8_t kind)
{
	struct lockset_event x = { .kind = kind,
				   .row = ev->row,
				   .context = s->context,
				   .node = number(s),
				   .fn = ev->fn,
				   .inst = ev->at,
				   .on = ev->name };

	if (!(ev->flags & HELD_TRIED))
		event_add(s->e, &x, s->at.lockset);
}

void step_is_there(const struct engine *e, const struct outline *o, struct now *now, uint32_t lock)
{
	uint32_t base = term_thing(&e->out->names.terms, lock);

	for (uint32_t i = 0; i < o->nsubjects; i++)
		if (e->o.subject.at[o->subject + i].name == base && !e->o.subject.at[o->subject + i].null)
			now_assume(now, i, COMPARE_ne, 0);
}

static const uint8_t turned[] = { MODEL_BIT_IRQ, MODEL_BIT_BH, MODEL_BIT_PREEMPT };

/* A lock that is taken with interrupts or softirqs off: they stay off, even if that lock is released, until somebody turns them
 * on. */
static void turn_off(struct lockset_step *s, struct now *now, const struct outline_event *ev)
{
	for (uint32_t i = 0; i < 3 && event_is(ev->row, EVENT_ACQUIRE); i++) {
		uint32_t name = ev->row->flags & 1u << turned[i] ? running_name(s->e, (enum lockset_running)(turned[i] + 1)) : 0;
		struct held *h = name ? now_find(now, name) : NULL;
		if (h)
			h->count += h->count < HELD_ALL;
		else if (name && !now_add(now, (struct held){ .term = name, .flags = HELD_CONTEXT | HELD_RECURSIVE, .count = 1 }))
			gap(locksets);
	}
}

static void acquire(struct lockset_step *s, struct now *now, const struct outline_event *ev)
{
	struct held *h = name_is_exact(&s->e->out->names, ev->name) ? now_find(now, ev->name) : NULL;
	struct held add = { ev->name, ev->flags & HELD_CONTEXT ? 0 : ev->row->family, ev->flags & ~(uint32_t)HELD_TRIED, 1, 0 };
	const struct outline *o = s->o;

	if (!ev->name)
		return;
	usage_note(s->e, ev, ev->name, USED_ACQUIRED);
	if (!(ev->flags & (HELD_CONTEXT | HELD_SHARED | HELD_TRIED | HELD_SEMAPHORE)))
		write_note(s->e, ev, s->context, now);
	if (!(ev->flags & HELD_CONTEXT))
		step_is_there(s->e, o, now, ev->name);
	if (ev->flags & HELD_SEMAPHORE)
		note_semaphore(s, ev, LOCKSET_WAIT);
	if (!(ev->flags & (HELD_TRIED | HELD_CONTEXT))) {
		interrupt_note(s->e, now, ev,
			       &(struct incident){
				       .context = s->context, .node = number(s), .event = event_index(s), .name = ev->name });
		if (!h)
			add_orders(s, now, ev, ev->name,
				   (uint16_t)((ev->flags & HELD_SHARED ? ORDER_WANTED_SHARED : 0) |
					      (is_fair(s, ev) ? ORDER_WANTED_FAIR : 0) |
					      (ev->flags & HELD_SPIN ? ORDER_SPIN : 0)));
		if (!(ev->flags & (HELD_SPIN | HELD_ROB)) && !ev->free)
			sleeps(s, now, ev);
	}
	turn_off(s, now, ev);
	h = h ? now_find(now, ev->name) : NULL;
	if (h) {
		take_again(s, now, ev, h);
		return;
	}
	if (unlocks_bit(&s->e->o, o, ev->name) & s->e->o.unlocks.at[s->e->o.unlock_at[o->fn.i] + s->at.point + 1])
		add.flags |= HELD_PAIRED;
	if (!now_find(now, ev->name))
		now_add(now, add);
}

/* A release that also turns them on again: spin_unlock_bh() ends what local_bh_disable() began. Softirqs are
 * counted; spin_unlock_irq() turns interrupts on whoever has turned them off, irqrestore only what irqsave did. */
static void turn_on(struct lockset_step *s, struct now *now, const struct outline_event *ev)
{

	for (uint32_t i = 0; i < 3; i++) {
		struct held *h = ev->row->flags & 1u << turned[i]
					 ? now_find(now, running_name(s->e, (enum lockset_running)(turned[i] + 1)))
					 : NULL;
		if (h && event_is(ev->row, EVENT_RELEASE) && h->count > 1 && (ev->row->restore.base || turned[i] != MODEL_BIT_IRQ))
			h->count--;
		else if (h && event_is(ev->row, EVENT_RELEASE))
			now_remove(now, h);
	}
}

static bool may_release(const struct outline_event *ev, const struct held *h)
{
	return !(h->flags & HELD_CONTEXT) && (!h->family || h->family == ev->row->family);
}

/* What a release gives back: the lock of this name; or of its class, or object; or, where nothing is known of it, the only one
 * that it can be. */
static struct held *find_released(struct lockset_step *s, struct now *now, const struct outline_event *ev)
{
	struct names *names = &s->e->out->names;
	struct held *h = now_find(now, ev->name), *only = NULL;
	uint32_t ground = ev->name ? name_ground(names, ev->name) : 0, n = 0;

	if (h || !ev->name || !event_is(ev->row, EVENT_RELEASE))
		return h;
	for (uint32_t i = now->n; i-- > 0;)
		if (may_release(ev, &now->held[i]) && name_is_like(names, now->held[i].term, ev->name))
			return &now->held[i];
	for (uint32_t i = now->n; i-- > 0;)
		if (may_release(ev, &now->held[i]) && name_may_alias(names, name_ground(names, now->held[i].term), ground))
			return &now->held[i];
	for (uint32_t i = now->n; i-- > 0;)
		if (may_release(ev, &now->held[i]) && (name_may_be_element(names, ev->name, now->held[i].term) ||
						       name_may_be_element(names, now->held[i].term, ev->name)))
			return &now->held[i];
	for (uint32_t i = 0;
	     i < now->n && name_is_nameless(names, ground); i++)
		if (may_release(ev, &now->held[i]) && !(now->held[i].flags & HELD_ENTERED)) {
			only = &now->held[i];
			n++;
		}
	return n == 1 ? only : NULL;
}

static void release(struct lockset_step *s, struct now *now, const struct outline_event *ev)
{
	struct held *h;
	bool exact;

	turn_on(s, now, ev);
	h = find_released(s, now, ev);

	if (ev->row->flags & MODEL_SEMAPHORE)
		note_semaphore(s, ev, LOCKSET_SIGNAL);
	if (!h && model_is_alone(ev->row))
		return;
	if (!h) {
		if (!now_runs(s->e, now, RUNNING_CUT))
			usage_note(s->e, ev, ev->name, USED_ERROR);
		else if ((ev->row->flags & MODEL_SEMAPHORE) && !semaphore_is_taken_in(s->e, s->o, ev->name))
			usage_note(s->e, ev, ev->name, USED_UNSURE);
		if (!ev->name || !event_is(ev->row, EVENT_RELEASE) || (ev->row->flags & MODEL_SEMAPHORE))
			return;
		if (!now_runs(s->e, now, RUNNING_CUT) && !now_runs(s->e, now, RUNNING_FORGOT))
			note_incident(s, RULE_UNLOCK_UNHELD, ev->name);
		cut(s, now);
		return;
	}
	usage_note(s->e, ev, ev->name, USED_RELEASED);
	exact = h->term == ev->name;
	if (h->count > 1)
		h->count--;
	else
		now_remove(now, h);
	for (uint32_t i = 0; !exact && i < now->n; i++)
		if (!(now->held[i].flags & HELD_CONTEXT) && name_is_like(&s->e->out->names, now->held[i].term, ev->name))
			now->held[i].flags |= HELD_FAINT; /* perhaps that one was meant */
}

static void wait_for(struct lockset_step *s, struct now *now, const struct outline_event *ev)
{
	struct held *with = ev->with ? now_find_like(s->e, now, ev->with) : NULL, back = with ? *with : (struct held){ 0 };
	uint8_t kind = ev->kind == OUTLINE_JOIN ? LOCKSET_JOIN : event_is(ev->row, EVENT_BARRIER) ? LOCKSET_BARRIER : LOCKSET_WAIT;
	struct lockset_event x = { .kind = kind, .row = ev->row, .context = s->context,
				   .node = number(s), .fn = ev->fn, .inst = ev->at, .on = ev->name, .with = ev->with };
	struct now others = *now;

	if (with && with->count < 2) /* a wait gives back one level of a lock that is taken twice */
		now_remove(&others, &others.held[with - now->held]);
	for (uint32_t i = 0; i < others.n;)
		if (step_is_trusted(s->e, s->o, &others.held[i], s->at.point) && !(others.held[i].flags & HELD_CONTEXT))
			i++;
		else
			now_remove(&others, &others.held[i]);
	if (!(ev->flags & HELD_TRIED))
		event_add(s->e, &x, now_lockset(s->e, &others));
	if (with)
		add_orders(s, &others, ev, back.term, ORDER_REACQUIRE);
	if (!(ev->row->flags & (MODEL_SPIN | MODEL_TRY))) {
		struct now awake = *now;
		if (with)
			now_remove(&awake, &awake.held[with - now->held]);
		sleeps(s, &awake, ev);
	}
}

/* Whether some lock set holds it, as near as names tell: an assertion may name a part of the lock. */
static bool is_held(struct lockset_step *s, struct now *now, const struct outline_event *ev)
{
	struct names *n = &s->e->out->names;
	uint32_t thing = term_thing(&n->terms, ev->name);

	if (now_find_like(s->e, now, ev->name))
		return true;
	for (uint32_t i = 0; i < now->n && (ev->row->flags & MODEL_PART); i++) {
		int64_t inside = term_offset(&n->terms, ev->name) - term_offset(&n->terms, now->held[i].term);
		if (term_thing(&n->terms, now->held[i].term) == thing && inside >= 0 && inside < 512)
			return true;
	}
	return false;
}

static void store(struct now *now, const struct outline_event *ev)
{
	const struct fact *from = ev->other ? now_fact(now, ev->other - 1) : NULL;
	struct fact f = from ? *from : fact_exact(0, ev->k);

	if (ev->taken)
		return;
	f.of = ev->subject - 1;
	now_forget(now, ev->subject - 1);
	if (!from && ev->natural)
		f.low = 0, f.high = INT64_MAX;
	if (from || ev->constant || ev->natural)
		now_set(now, f);
}

static void run_plain(struct lockset_step *s, struct now *now, const struct outline_event *ev)
{
	struct lockset_event x = { .kind = LOCKSET_SIGNAL, .row = ev->row, .context = s->context,
				   .node = number(s), .fn = ev->fn, .inst = ev->at, .on = ev->name };
	struct held *h;
	int known;

	switch (ev->kind) {
	case OUTLINE_RELEASE:
		release(s, now, ev);
		break;
	case OUTLINE_CONVERT:
		h = now_find_like(s->e, now, ev->name);
		if (h)
			h->flags =
				(uint32_t)(event_is(ev->row, EVENT_DOWNGRADE) ? h->flags | HELD_SHARED : h->flags & ~HELD_SHARED);
		break;
	case OUTLINE_WAIT:
	case OUTLINE_JOIN:
		wait_for(s, now, ev);
		break;
	case OUTLINE_SIGNAL:
		event_add(s->e, &x, s->at.lockset);
		break;
	case OUTLINE_SLEEPER:
		known = now_calls(s->e, now, ev, (struct fn_id){ ev->result });
		if (known > 0 || (known < 0 && !ev->only_known))
			sleeps(s, now, ev);
		break;
	case OUTLINE_BLOCK:
		sleeps(s, now, ev);
		break;
	case OUTLINE_ASSERT:
		if (ev->name && !is_held(s, now, ev) && !now_runs(s->e, now, RUNNING_CUT) && !now_runs(s->e, now, RUNNING_FORGOT))
			note_incident(s, RULE_ASSERT_HELD, ev->name);
		break;
	case OUTLINE_SET:
		store(now, ev);
		break;
	default:
		break;
	}
}

/* An operation that may fail: one state for each way it ends. */
static void run_conditional(struct lockset_step *s, const struct now *before, const struct outline_event *ev)
{
	struct now now = *before;
	uint8_t failed = compare_negated(ev->test);
	bool again = ev->kind == OUTLINE_ACQUIRE && name_is_exact(&s->e->out->names, ev->name) && now_find(&now, ev->name) &&
		     kinds_may_be(s->e, ev->name) == MUTEX_CHECKED;

	if (again) {
		if (!ev->subject || (ev->flags & HELD_TRIED ? now_assume(&now, ev->subject - 1, failed, ev->k)
							    : now_assume(&now, ev->subject - 1, COMPARE_eq, MUTEX_DEADLOCK)))
			go_on(s, &now);
		return;
	}
	if (!ev->subject || now_assume(&now, ev->subject - 1, ev->test, ev->k)) {
		if (ev->kind == OUTLINE_ACQUIRE)
			acquire(s, &now, ev);
		else
			run_plain(s, &now, ev);
		go_on(s, &now);
	}
	now = *before;
	if (!ev->looked && !(ev->flags & HELD_TRIED))
		return;
	if (!ev->subject || now_assume(&now, ev->subject - 1, failed, ev->k))
		go_on(s, &now);
}

bool step_event(struct engine *e, uint32_t node, const struct outline_event *ev)
{
	struct lockset_step s = begin(e, node);
	struct now now;

	if (ev->kind == OUTLINE_CALL)
		return call_event(e, node, ev);
	now_load(e, &now, s.at.lockset, s.at.facts);
	if (e->handlers && now.n)
		interrupt_note_held(e, &now,
				    &(struct incident){ .context = s.context, .node = number(&s), .event = event_index(&s) });
	if (ev->subject && ev->kind != OUTLINE_SET)
		now_forget(&now, ev->subject - 1);
	if (ev->test && ev->kind != OUTLINE_ASSERT) {
		run_conditional(&s, &now, ev);
		return true;
	}
	if (ev->kind == OUTLINE_ACQUIRE)
		acquire(&s, &now, ev);
	else
		run_plain(&s, &now, ev);
	if (ev->subject && ev->sure)
		now_assume(&now, ev->subject - 1, COMPARE_eq, 0);
	go_on(&s, &now);
	return true;
}

/* ---- the end of a block ---- */

/* What a lock is called when its name means another one. */
static uint32_t older_name(const struct lockset_step *s, uint32_t name)
{
	struct names *n = &s->e->out->names;

	return name_class(n, name) ? name_class(n, name) : name_ground(n, name);
}

/* A name that the loop gives to another thing each time: the lock of the last round is one of its class. */
static void rename_old(const struct lockset_step *s, struct now *now, const struct outline_block *to)
{
	struct names *n = &s->e->out->names;
	struct now old = *now;

	now->n = 0;
	for (uint32_t i = 0; i < old.n; i++) {
		struct held h = old.held[i];
		struct term x = term_get(&n->terms, h.term), root = term_root_of(&n->terms, h.term);
		for (; term_is_step(x.kind); x = term_get(&n->terms, x.base))
			if (x.kind == TERM_INDEX && name_value(n, x.a, s->fn))
				root = term_get(&n->terms, x.a);
		if (root.kind == TERM_RESULT && root.a == s->fn.i && root.b >= to->first)
			h.term = older_name(s, h.term), h.flags |= HELD_OLD;
		if (!now_find(now, h.term))
			now_add(now, h);
	}
}

/* Going round a loop: what the loop makes anew is not known any more, nor is memory that it looks at. */
static void go_round(const struct lockset_step *s, struct now *now, const struct outline_block *to)
{
	rename_old(s, now, to);
	for (uint32_t i = 0; i < s->o->nsubjects; i++) {
		const struct outline_subject *x = &s->e->o.subject.at[s->o->subject + i];
		if (x->param || x->member ? false : x->value ? x->position >= to->position : !x->near && (to->asked >> i & 1))
			now_forget(now, i);
	}
}

/* What a phi gets when its block is entered; `asked` is the one that is known to be `truth`. */
static void set_phi(struct now *now, struct now *old, const struct outline_phi *p, const struct outline_phi *asked, int64_t truth)
{
	struct fact f = fact_exact(p->subject, p->k);

	now_forget(now, p->subject);
	if (p == asked) {
		now_set(now, fact_exact(p->subject, truth));
	} else if (p->other && now_fact(old, p->other - 1)) {
		f = *now_fact(old, p->other - 1);
		f.of = p->subject;
		now_set(now, f);
	} else if (p->constant) {
		now_set(now, f);
	} else if (p->object) {
		now_set(now, fact_not_null(p->subject));
	}
}

static void jump(struct lockset_step *s, struct now *before, uint32_t from, uint32_t next, const struct outline_phi *asked,
		 int64_t truth)
{
	const struct outline_block *here = outline_block(&s->e->o, s->o, from), *to = outline_block(&s->e->o, s->o, next);
	struct now now = *before;
	struct lockset_node node = { .before = number(s) + 1 };

	if (to->position <= here->position)
		go_round(s, &now, to);
	for (uint32_t i = to->phi; i < to->phi + to->nphis; i++)
		if (s->e->o.phi.at[i].from == from)
			set_phi(&now, before, &s->e->o.phi.at[i], asked, truth);
	engine_reach(s->e, to->point, &now, &node);
}

/* A phi that says whether a condition holds is asked here, as long as that is known: once for each answer. */
static void leave_to(struct lockset_step *s, const struct now *before, uint32_t from, uint32_t next)
{
	const struct outline_block *to = outline_block(&s->e->o, s->o, next);
	const struct outline_phi *asked = NULL;
	struct now yes = *before, no = *before;

	for (uint32_t i = to->phi; i < to->phi + to->nphis && !asked && !s->e->out->options.no_correlation; i++)
		if (s->e->o.phi.at[i].from == from && s->e->o.phi.at[i].asks)
			asked = &s->e->o.phi.at[i];
	if (!asked || now_assume(&yes, asked->asks - 1, asked->test, asked->k))
		jump(s, &yes, from, next, asked, 1);
	if (asked && now_assume(&no, asked->asks - 1, compare_negated(asked->test), asked->k))
		jump(s, &no, from, next, asked, 0);
}

/* What is known of the memory that the caller has handed the address of: `*locked = 0`. */
static uint32_t outs_of(const struct lockset_step *s, const struct now *now)
{
	struct fact out[OUTLINE_SUBJECTS];
	uint32_t n = 0, param;

	memset(out, 0, sizeof out);
	for (uint32_t i = 0; i < now->nfacts; i++) {
		param = s->e->o.subject.at[s->o->subject + now->fact[i].of].behind;
		if (!param)
			continue;
		out[n] = now->fact[i];
		out[n++].of = param;
	}
	return n ? intern_bytes(&s->e->facts, out, n * sizeof *out) : 0;
}

static void add_exit(struct lockset_step *s, const struct now *now)
{
	struct engine *e = s->e;
	const struct lockset_frame *f = engine_top(e);
	struct fact known = { 0 };
	struct now left = *now;
	uint32_t fact = 0, set, outs;

	/* 6.5: past its last release; taken below, and kept on this way only, it is a leak */
	for (uint32_t i = 0; i < left.n; i++)
		if (!e->out->options.no_unlocksets && (left.held[i].flags & HELD_PAIRED) &&
		    !(left.held[i].flags & (HELD_ENTERED | HELD_CONTEXT)))
			left.held[i].flags |= HELD_LEFT;
	set = now_lockset(e, &left);
	for (uint32_t i = 0; i < now->n && !now_runs(e, now, RUNNING_CUT); i++)
		if ((now->held[i].flags & HELD_PAIRED) && (now->held[i].flags & HELD_UP) &&
		    !(now->held[i].flags & (HELD_ENTERED | HELD_CONTEXT)))
			incident_add(e, &(struct incident){ .rule = RULE_LOCK_LEAK,
							    .context = s->context,
							    .node = number(s),
							    .event = UINT32_MAX,
							    .name = now->held[i].term });
	for (uint32_t i = 0; s->o->returns && i < now->nfacts; i++)
		if (now->fact[i].of == s->o->returns - 1) {
			known = now->fact[i];
			known.of = 0;
			fact = intern_bytes(&e->facts, &known, sizeof known);
		}
	if (!fact && s->o->answers) {
		known = fact_exact(0, s->o->answer);
		fact = intern_bytes(&e->facts, &known, sizeof known);
	}
	if (!fact && s->o->returns && s->o->nullable) {
		known = fact_not_null(0);
		fact = intern_bytes(&e->facts, &known, sizeof known);
	}
	outs = outs_of(s, now);
	for (uint32_t i = f->exit; i < e->frame_exit.n; i++)
		if (e->frame_exit.at[i].lockset == set && e->frame_exit.at[i].fact == fact && e->frame_exit.at[i].outs == outs) {
			e->frame_exit.at[i].count += e->work.at[s->node].count;
			return;
		}
	*vec_add(&e->scratch, &e->frame_exit) = (struct lockset_exit){ set, fact, outs, e->work.at[s->node].count, number(s) };
}

static void end_switch(struct lockset_step *s, const struct now *now, uint32_t block, const struct outline_block *b)
{
	struct now rest = *now;
	bool possible = true;

	for (uint32_t i = 1; i < b->nnext; i++) {
		int64_t k = s->e->o.number.at[b->number + i - 1];
		struct now one = *now;
		if (now_assume(&one, b->subject, COMPARE_eq, k))
			leave_to(s, &one, block, s->e->o.next.at[b->next + i]);
		possible = possible && now_assume(&rest, b->subject, COMPARE_ne, k);
	}
	if (possible)
		leave_to(s, &rest, block, s->e->o.next.at[b->next]);
}

static bool assume(struct now *now, const struct outline_block *b, uint8_t test)
{
	return now_assume(now, b->subject, test, b->k) && (!b->also || now_assume(now, b->also - 1, test, b->k));
}

static int truth_of_bits(struct now *now, const struct outline_block *b)
{
	const struct fact *f = now_fact(now, b->bits - 1);

	struct fact bits;

	if (!f || !fact_is_exact(f))
		return -1;
	bits = fact_exact(0, f->low & b->mask);
	return fact_truth(&bits, b->test, b->k);
}

void step_end(struct engine *e, uint32_t node, const struct outline_block *b)
{
	struct lockset_step s = begin(e, node);
	uint32_t block = outline_block_of(&e->o, s.o, s.at.point);
	struct now now, one;
	int truth;

	now_load(e, &now, s.at.lockset, s.at.facts);
	if (b->end == OUTLINE_RETURN) {
		add_exit(&s, &now);
	} else if (b->end == OUTLINE_BRANCH && b->guard.known && b->nnext > 1 && !e->out->options.no_correlation &&
		   (truth = truth_at_entry(e, s.context, &b->guard)) >= 0) {
		leave_to(&s, &now, block, e->o.next.at[b->next + !truth]);
	} else if (b->bits && b->nnext > 1 && !e->out->options.no_correlation && (truth = truth_of_bits(&now, b)) >= 0) {
		leave_to(&s, &now, block, e->o.next.at[b->next + !truth]);
	} else if (b->tested && !e->out->options.no_correlation && b->end == OUTLINE_BRANCH) {
		one = now;
		if (assume(&one, b, b->test))
			leave_to(&s, &one, block, e->o.next.at[b->next]);
		if (assume(&now, b, compare_negated(b->test)))
			leave_to(&s, &now, block, e->o.next.at[b->next + 1]);
	} else if (b->tested && !e->out->options.no_correlation && b->end == OUTLINE_SWITCH) {
		end_switch(&s, &now, block, b);
	} else if (b->end != OUTLINE_NEVER) {
		for (uint32_t i = 0; i < b->nnext; i++)
			leave_to(&s, &now, block, e->o.next.at[b->next + i]);
	}
}
