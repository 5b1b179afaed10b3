/* A call: the lock set goes down in the callee's words, its exits come back in the caller's (racerx, section 3; 6.2, 6.3). */
#include "lockset/walk/engine.h"

#include <string.h>

#include "base/recogniser.h"
#include "base/stat.h"

enum { MOST_ARGS = OUTLINE_WORDS };

struct lockset_passage {
	struct engine *e;
	uint32_t node;
	const struct outline_event *ev;
	const struct outline *o;   /* of the caller */
	struct lockset_node at;
	struct now now;            /* of the caller */
	uint32_t arg[MOST_ARGS], nargs;
	struct name_arg word[MOST_ARGS];
	struct name_call words;    /* of `target` */
	struct fn_id target;
	uint32_t down[MOST_HELD];  /* by lock of the caller: what the callee calls it; 0: not passed */
	uint32_t context;
	bool forgot;               /* some locks are not passed */
	bool guessed;              /* the call is made only if a flag says so */
	bool not_null;             /* at the exit that is looked at, what is returned is not null */
};

/* A lock that the callee has no words for: of its class, and the how many-th. */
static uint32_t outer_name(struct lockset_passage *p, uint32_t i)
{
	struct names *n = &p->e->out->names;
	struct term x = { .kind = TERM_ABOVE, .base = name_class(n, p->now.held[i].term) };
	uint32_t name;

	if (!x.base)
		x.base = name_ground(n, p->now.held[i].term);
	if (!term_is_class(term_get(&n->terms, x.base).kind))
		return x.base;
	for (;; x.b++) {
		bool taken = false;
		name = name_make(n, &x);
		for (uint32_t k = 0; k < i; k++)
			taken |= p->down[k] == name;
		if (!taken)
			return name;
	}
}

/* How much less likely it is that a lock is still held, in a function that is one of several that the call may reach. */
static uint32_t doubt_of(const struct lockset_passage *p)
{
	uint32_t n = now_choices(p->e, &p->now, p->ev, p->target);

	if (n < 2 || p->e->out->options.all_targets)
		return 0;
	return n == 2 ? 1 : n <= 8 ? 2 : 3;
}

/* What becomes too doubtful to be told of is counted, unless it was on an earlier look at the same call. */
static void add_doubt(struct held *h, bool running, uint32_t doubt, bool again)
{
	bool faint = (h->flags & HELD_FAINT) == HELD_FAINT;

	if (running)
		return;
	doubt += (h->flags & HELD_FAINT) / HELD_DOUBT;
	h->flags = (uint32_t)((h->flags & ~HELD_FAINT) | (doubt > 3 ? 3 : doubt) * HELD_DOUBT);
	if (doubt >= 3 && !faint && !again)
		gap(doubt);
}

/* More lock sets than are looked at: only the locks that the callee itself gives back stay. */
static bool callee_names(struct lockset_passage *p, uint32_t name)
{
	const struct outline *f = &p->e->o.of[p->target.i];

	return unlocks_bit(&p->e->o, f, name) & p->e->o.unlocks.at[p->e->o.unlock_at[f->fn.i] + p->e->o.block.at[f->block].point];
}

static bool spins(const struct now *now)
{
	for (uint32_t i = 0; i < now->n; i++)
		if (now->held[i].flags & HELD_SPIN)
			return true;
	return false;
}

static void go_down(struct lockset_passage *p, struct now *in, bool few)
{
	struct engine *e = p->e;
	uint32_t doubt = doubt_of(p), lost = running_name(e, RUNNING_FORGOT), guessed = running_name(e, RUNNING_GUESSED);

	in->n = in->nfacts = 0;
	p->forgot = false;
	for (uint32_t i = 0; i < p->now.n; i++) {
		struct held h = p->now.held[i];
		bool above = step_is_trusted(e, p->o, &h, p->at.point + 1) &&
			     (h.flags & (HELD_PAIRED | HELD_ABOVE) || !(h.flags & HELD_ENTERED));
		uint32_t name = name_enter(&e->out->names, h.term, &p->words);
		p->down[i] = 0;
		if (!name || now_find(in, name))
			name = outer_name(p, i);
		add_doubt(&h, running_is(&e->out->names, h.term), doubt, few);
		if ((few || ((h.flags & HELD_FAINT) == HELD_FAINT && !(h.flags & HELD_CONTEXT))) && !callee_names(p, name)) {
			p->forgot = true;
			continue;
		}
		h.term = name;
		h.flags = (uint32_t)((h.flags & ~(HELD_PAIRED | HELD_ABOVE)) | HELD_ENTERED | (above ? HELD_ABOVE : 0));
		if (now_add(in, h))
			p->down[i] = name;
	}
	p->guessed = !now_find(in, guessed) && spins(in) && !step_may_hold(e, engine_top(e)->context, &p->ev->guard);
	if (p->guessed) /* whatever sleeps below does so only if a flag says so, which nobody knows */
		(void)now_add(in, (struct held){ .term = guessed, .flags = HELD_CONTEXT | HELD_ENTERED, .count = 1 });
	if (p->forgot && !now_find(in, lost)) /* nobody below is to say that a lock is missing */
		(void)now_add(in, (struct held){ .term = lost, .flags = HELD_CONTEXT | HELD_ENTERED, .count = 1 });
}

/* The caller's subject + 1 that is the memory which an argument points to; 0: it has none. */
static uint32_t cell_of_argument(const struct lockset_passage *p, uint32_t param)
{
	uint32_t name = param <= p->nargs ? p->arg[param - 1] : 0;

	for (uint32_t i = 0; name && i < p->o->nsubjects; i++)
		if (p->e->o.subject.at[p->o->subject + i].cell == name)
			return i + 1;
	return 0;
}

/* Is the cell this member of the thing? */
static bool is_member(const struct names *n, uint32_t cell, uint32_t thing, int64_t offset)
{
	return term_thing(&n->terms, cell) == term_thing(&n->terms, thing) &&
	       term_offset(&n->terms, cell) == term_offset(&n->terms, thing) + offset;
}

static bool is_unset(const struct engine *e, uint32_t thing, int64_t offset)
{
	const struct names *n = &e->out->names;
	struct term x = term_get(&n->terms, thing), root = term_root_of(&n->terms, thing);
	struct term of = term_get(&n->terms, name_class(n, thing));

	if (root.kind == TERM_SYM && !term_loads(&n->terms, thing))
		return (x.kind == TERM_SYM || x.kind == TERM_FIELD) &&
		       unset_of(&e->o.unset, (struct sym_id){ root.a }, offset + term_offset(&n->terms, thing));
	return of.kind == TERM_MEMBER && !of.b && unset_in(&e->o.unset, of.a, of.offset + offset);
}

static bool is_zero(const struct fact *f)
{
	return !f->low && !f->high;
}

/* Parameters that matter only if they are null are told nothing else, so that there are fewer contexts, and nothing of memory,
 * which may have been set meanwhile. */
static bool is_worth(const struct lockset_passage *p, const struct outline_arg *a, const struct fact *f,
		     const struct outline_subject *to)
{
	const struct outline_subject *from = &p->e->o.subject.at[p->o->subject + a->subject - 1];

	return is_zero(f) ? !to->null || !from->cell : !to->null && !from->null;
}

/* The variable that the argument is the address of, by itself or where the parameter that it is taken from is known; 0: none.
 * A function that is entered very often is told of none: then it is entered less often. */
static int64_t object_handed(const struct lockset_passage *p, const struct outline_arg *a)
{
	const struct engine *e = p->e;
	const struct fact *holder = a->holder ? now_fact((struct now *)(uintptr_t)&p->now, a->holder - 1) : NULL;
	bool known = holder && holder->low == holder->high && outline_is_object(holder->low);

	if (!a->name || e->entries[p->target.i] * 2 > e->out->options.entries)
		return 0;
	return outline_object_of(&e->o, a->name, known ? holder->low : 0);
}

static void pass_facts(struct lockset_passage *p, struct now *in)
{
	const struct outline *f = &p->e->o.of[p->target.i];

	for (uint32_t i = 0; f->parameters && !p->ev->row && i < f->nsubjects; i++) {
		const struct outline_subject *to = &p->e->o.subject.at[f->subject + i];
		uint32_t param = to->param;
		const struct outline_arg *a = param && param <= p->ev->nargs ? &p->e->o.arg.at[p->ev->arg + param - 1] : NULL;
		struct fact *known = a && a->subject ? now_fact(&p->now, a->subject - 1) : NULL;
		uint32_t behind = to->behind, cell = behind ? cell_of_argument(p, behind) : 0;
		if (cell && now_fact(&p->now, cell - 1)) {
			struct fact f3 = *now_fact(&p->now, cell - 1);
			f3.of = i;
			now_set(in, f3);
		}
		if (known && (!is_worth(p, a, known, to) || outline_is_object(known->low)))
			known = NULL;
		if (a && a->constant && (!to->null || RECOGNISED(lockset_null, !a->value)))
			now_set(in, fact_exact(i, a->value));
		else if (known && (known->low == known->high || (a->keep == -1 && !a->add))) {
			struct fact f2 = *known;
			f2.of = i;
			if (f2.low == f2.high)
				f2.low = f2.high = (f2.low & a->keep) | a->add;
			now_set(in, f2);
		} else if (a && to->called && object_handed(p, a)) {
			now_set(in, fact_exact(i, object_handed(p, a)));
		}
	}
}

/* Members that nobody sets in the container which the argument is a part of are null. */
static void pass_members(struct lockset_passage *p, struct now *in)
{
	struct engine *e = p->e;
	const struct outline *f = &e->o.of[p->target.i];

	for (uint32_t i = 0; f->members >> i && i < f->nsubjects && !p->ev->row; i++) {
		const struct outline_subject *x = &e->o.subject.at[f->subject + i];
		uint32_t arg = x->member && x->member <= p->nargs ? p->arg[x->member - 1] : 0, here = 0;
		if (!arg)
			continue;
		for (uint32_t k = 0; k < p->o->nsubjects && !here; k++) {
			const struct outline_subject *y = &e->o.subject.at[p->o->subject + k];
			here = y->member && is_member(&e->out->names, y->cell, arg, x->offset) ? k + 1 : 0;
		}
		if ((here && now_truth(&p->now, here - 1, COMPARE_eq, 0) > 0) || RECOGNISED(lockset_unset, is_unset(e, arg, x->offset)))
			now_set(in, fact_exact(i, 0));
	}
}

/* Only the numbers that guards are about, and those that are known exactly, parameters and what they lead to. */
static void keep_asked(const struct lockset_passage *p, struct now *in)
{
	const struct outline *f = &p->e->o.of[p->target.i];

	for (uint32_t i = 0; i < f->nsubjects; i++) {
		const struct fact *known = now_fact(in, i);
		const struct outline_subject *x = &p->e->o.subject.at[f->subject + i];
		if (known && (x->null || outline_is_object(known->low) ||
			      (!x->asked && !x->member && ((!x->param && !x->behind) || known->low != known->high))))
			now_forget(in, i);
	}
}

static uint32_t enter(struct lockset_passage *p)
{
	struct engine *e = p->e;
	struct now in;
	uint32_t key[3], context;
	bool few;

	go_down(p, &in, false);
	pass_facts(p, &in);
	pass_members(p, &in);
	key[0] = p->target.i;
	key[1] = now_lockset(e, &in);
	key[2] = now_facts(e, &in, UINT64_MAX);
	context = intern_find(&e->entry, key, sizeof key);
	few = !context && e->entries[p->target.i] >= e->out->options.entries;
	if (few)
		gap(entries);
	if (few || (!context && limit_over(LIMIT_lockset_recursion, e->running[p->target.i]))) {
		go_down(p, &in, true);
		pass_facts(p, &in);
		pass_members(p, &in);
		keep_asked(p, &in);
		key[1] = now_lockset(e, &in);
		key[2] = few ? now_facts(e, &in, UINT64_MAX) : 0;
		if (key[2] && e->entries[p->target.i] >= limit(LIMIT_lockset_asked) * e->out->options.entries) {
			limit_met(LIMIT_lockset_asked);
			key[2] = 0;
		}
	}
	return engine_enter(e, p->target, key[1], key[2]);
}

/* Remembers who calls whom, and the caller that is nearest to a root. */
static void note_edge(struct lockset_passage *p)
{
	struct engine *e = p->e;
	uint32_t from = engine_top(e)->context;
	struct lockset_context *to = &e->out->context.at[p->context];
	uint32_t depth = e->out->context.at[from].depth + 1;

	if (!map_get(&e->edge_of, map_pair(from, p->context))) {
		map_put(&e->scratch, &e->edge_of, map_pair(from, p->context), 1);
		*vec_add(&e->scratch, &e->edge) = (struct call_edge){ from, p->context };
	}
	if (depth < to->depth) {
		to->depth = depth;
		to->from = from;
		to->inst = p->ev->inst;
		to->indirect = e->out->context.at[from].indirect || now_choices(p->e, &p->now, p->ev, p->target) > 1;
	}
}

/* ---- back ---- */

static uint32_t go_up(struct lockset_passage *p, uint32_t name)
{
	struct engine *e = p->e;
	const struct outline *f = &e->o.of[p->target.i];
	struct name_call words = p->words;
	uint32_t up;

	words.returned = p->not_null && f->returned_else ? f->returned_else : f->returned;
	words.result = p->ev->result;

	for (uint32_t i = 0; i < p->now.n; i++)
		if (p->down[i] == name)
			return p->now.held[i].term;
	up = name_leave(&e->out->names, name, &words);
	return up ? up : name_ground(&e->out->names, name);
}

/* By which holders a lock of the callee is reached, now that its caller is known, and from what there. */
static void find_above(struct lockset_passage *p, uint32_t name, uint32_t *from, uint32_t *root)
{
	struct engine *e = p->e;
	struct term r = term_get(&e->out->names.terms, *root);
	uint32_t above = r.kind == TERM_PARAM && r.b < p->nargs ? p->arg[r.b] : 0;

	for (uint32_t i = 0; !*root && !above && i < p->now.n; i++)
		if (p->down[i] == name)
			above = p->now.held[i].term;
	*from = above ? holders_append(e, *from, holders_of(e, above)) : *from;
	*root = above ? holders_root(e, above) : 0;
}

/* Two of one kind that the callee takes: what the caller knows of them. */
static void lift_known(struct lockset_passage *p, struct lock_order *x)
{
	struct engine *e = p->e;

	order_link(&e->out->names, x);
	order_begins(&e->out->names, x);
	if (!x->sorted)
		x->sorted = sorted_by(&e->o, p->o, outline_block_of(&e->o, p->o, p->at.point), x->held, x->wanted);
}

/* Orders that the callee could not say in words that mean the same everywhere. */
static void lift_orders(struct lockset_passage *p)
{
	struct engine *e = p->e;
	struct lockset_context c = e->out->context.at[p->context];

	p->not_null = false;
	for (uint32_t i = c.order; i < c.order + c.norders; i++) {
		struct lock_order x = *chunks_at(&e->out->open, i);
		find_above(p, x.held, &x.held_from, &x.held_root);
		find_above(p, x.wanted, &x.wanted_from, &x.wanted_root);
		x.held = go_up(p, x.held);
		x.wanted = go_up(p, x.wanted);
		x.begins = x.begins && !x.link ? go_up(p, x.begins) : 0;
		if (RECOGNISED(lockset_holder, holders_are_one(e, &x)))
			x.flags |= ORDER_ONE;
		if (x.held == x.wanted && name_is_exact(&e->out->names, x.held))
			continue;
		if (name_class(&e->out->names, x.held) &&
		    name_class(&e->out->names, x.held) == name_class(&e->out->names, x.wanted))
			lift_known(p, &x);
		else
			order_begins(&e->out->names, &x); /* a variable may be called by another record that it begins */
		x.below = i + 1;
		x.context = engine_top(e)->context;
		x.node = p->node - engine_top(e)->first;
		x.inst = p->ev->inst;
		x.others = p->at.lockset;
		x.calls++;
		order_add(e, &x);
	}
}

/* What the callee has stored behind pointers that it was given. */
static void take_outs(struct lockset_passage *p, struct now *out, uint32_t outs)
{
	struct engine *e = p->e;
	const struct outline *f = &e->o.of[p->target.i];
	uint32_t n = outs ? intern_length(&e->facts, outs) / (uint32_t)sizeof(struct fact) : 0;

	for (uint32_t k = 1; k <= p->nargs; k++) {
		uint32_t here = cell_of_argument(p, k);
		if (here && e->o.subject.at[p->o->subject + here - 1].near)
			now_forget(out, here - 1);
	}
	for (uint32_t i = 0; f->parameters && !p->ev->row && i < f->nsubjects; i++) {
		uint32_t behind = e->o.subject.at[f->subject + i].behind, here = behind ? cell_of_argument(p, behind) : 0;
		struct fact known[OUTLINE_SUBJECTS];
		if (!here)
			continue;
		now_forget(out, here - 1);
		if (n)
			memcpy(known, intern_get(&e->facts, outs), n * sizeof *known);
		for (uint32_t k = 0; k < n; k++)
			if (known[k].of == behind) {
				known[k].of = here - 1;
				now_set(out, known[k]);
			}
	}
}

/* The lock of the very object that the call has returned: that one is held, whatever the caller does next. */
static bool is_of_result(const struct lockset_passage *p, uint32_t name)
{
	const struct names *n = &p->e->out->names;

	return p->ev->result && name_is_exact(n, name) && term_root(&n->terms, name) == term_root(&n->terms, p->ev->result) &&
	       term_root_of(&n->terms, name).kind == TERM_RESULT && !term_loads(&n->terms, name);
}

static void come_back(struct lockset_passage *p, uint32_t exit)
{
	struct engine *e = p->e;
	struct lockset_exit x = e->out->exit.at[exit];
	struct now out = p->now, in;
	struct lockset_node from = { .before = p->node - engine_top(e)->first + 1, .callee = p->context, .exit = exit };
	struct fact says;

	if (x.fact)
		memcpy(&says, intern_get(&e->facts, x.fact), sizeof says);
	p->not_null = x.fact && fact_excludes(&says, 0);
	now_load(e, &in, x.lockset, 0);
	out.n = 0;
	for (uint32_t i = 0; i < p->now.n; i++) {
		struct held *h = p->down[i] ? now_find(&in, p->down[i]) : NULL;
		if (!p->down[i] || h) {
			struct held own = p->now.held[i];
			if (h && h->flags & (HELD_CONTEXT | HELD_RECURSIVE))
				own.count = h->count; /* as often as the callee has taken it besides */
			now_add(&out, own);
		}
		if (h)
			now_remove(&in, h);
	}
	for (uint32_t i = 0; i < in.n; i++) {
		struct held h = in.held[i];
		bool released;
		if ((p->forgot && h.term == running_name(e, RUNNING_FORGOT)) ||
		    (p->guessed && h.term == running_name(e, RUNNING_GUESSED)))
			continue;
		h.term = go_up(p, h.term);
		released = unlocks_bit(&e->o, p->o, h.term) & e->o.unlocks.at[e->o.unlock_at[p->o->fn.i] + p->at.point + 1];
		if ((h.flags & HELD_LEFT) && !released && !p->o->releases_more && !is_of_result(p, h.term))
			continue; /* 6.5: nobody gives it back */
		h.flags = (uint32_t)((h.flags & ~(HELD_PAIRED | HELD_ABOVE | HELD_ENTERED | HELD_LEFT)) | HELD_UP |
				     (released ? HELD_PAIRED : 0));
		add_doubt(&h, running_is(&e->out->names, h.term), doubt_of(p), false);
		if (!now_find(&out, h.term))
			now_add(&out, h);
		if (!(h.flags & HELD_CONTEXT))
			step_is_there(e, p->o, &out, h.term);
	}
	take_outs(p, &out, x.outs);
	if (p->ev->subject) {
		now_forget(&out, p->ev->subject - 1);
		if (x.fact) {
			struct fact f;
			memcpy(&f, intern_get(&e->facts, x.fact), sizeof f);
			f.of = p->ev->subject - 1;
			now_set(&out, f);
		}
	}
	engine_reach(e, p->at.point + 1, &out, &from);
}

/* 6.3: of the exits that the result does not tell apart, the one that most returns lead to; then the smallest. */
static bool is_better(const struct engine *e, const struct lockset_exit *a, const struct lockset_exit *b)
{
	uint32_t na, nb;

	if (a->count != b->count)
		return a->count > b->count;
	lockset_get(e->out, a->lockset, &na);
	lockset_get(e->out, b->lockset, &nb);
	return na != nb && (na < nb) != e->out->options.maximum;
}

static bool is_chosen(const struct lockset_passage *p, uint32_t exit)
{
	const struct engine *e = p->e;
	const struct lockset_context *c = &e->out->context.at[p->context];
	const struct lockset_exit *x = &e->out->exit.at[exit];

	for (uint32_t i = c->exit; i < c->exit + c->nexits && !e->out->options.no_majority; i++) {
		const struct lockset_exit *y = &e->out->exit.at[i];
		if (i == exit || y->fact != x->fact || y->outs != x->outs)
			continue;
		if (is_better(e, y, x) || (i < exit && !is_better(e, x, y)))
			return false;
	}
	return true;
}

static void unchanged(struct lockset_passage *p)
{
	struct lockset_node from = { .before = p->node - engine_top(p->e)->first + 1 };

	if (p->ev->subject)
		now_forget(&p->now, p->ev->subject - 1);
	engine_reach(p->e, p->at.point + 1, &p->now, &from);
}

/* The exits of the callee, for what comes behind the call. */
static void take_exits(struct lockset_passage *p)
{
	struct engine *e = p->e;
	struct lockset_context c = e->out->context.at[p->context];

	if (e->out->options.downward && c.nexits) {
		unchanged(p);
		return;
	}
	for (uint32_t i = c.exit; i < c.exit + c.nexits; i++)
		if (is_chosen(p, i))
			come_back(p, i);
}

/* Recursion is followed a few times with other lock sets: a function that calls itself with its lock in hand waits for itself. */
static bool follow(struct lockset_passage *p)
{
	struct engine *e = p->e;
	uint32_t caller = engine_top(e)->context, node = p->node - engine_top(e)->first;

	if (recursion_runs(e, p->context)) {
		recursion_note(e, caller, node, p->context);
		take_exits(p);
		return true;
	}
	if (!engine_is_done(e, p->context) && limit_over(LIMIT_lockset_inside, e->running[p->target.i])) {
		gap(cut);
		unchanged(p);
		return true;
	}
	note_edge(p);
	if (!engine_is_done(e, p->context)) {
		engine_push(e, p->context);
		return false;
	}
	if (recursion_hangs(e, p->context))
		recursion_note(e, caller, node, p->context);
	lift_orders(p);
	take_exits(p);
	return true;
}

/* Is null handed to a function that goes through it at once, by name or by a parameter that is null in this context? Then the
 * call is not made. */
static bool ends_here(struct lockset_passage *p)
{
	uint64_t through = p->ev->row ? 0 : p->e->o.of[p->target.i].through;

	for (uint32_t k = 0; k < OUTLINE_PARAMS && through >> k && k < p->ev->nargs; k++) {
		const struct outline_arg *a = &p->e->o.arg.at[p->ev->arg + k];
		bool value = a->subject && p->e->o.subject.at[p->o->subject + a->subject - 1].param && a->keep == -1 && !a->add;
		const struct fact *known = value && !a->constant ? now_fact(&p->now, a->subject - 1) : NULL;
		if ((through >> k & 1) && (a->constant ? !a->value : known && is_zero(known)))
			return true;
	}
	return false;
}

bool call_event(struct engine *e, uint32_t node, const struct outline_event *ev)
{
	struct lockset_passage p = { .e = e, .node = node, .ev = ev, .o = engine_outline(e), .at = e->work.at[node].node };
	bool any = false;

	now_load(e, &p.now, p.at.lockset, p.at.facts);
	p.nargs = limit_over(LIMIT_lockset_arguments, ev->nargs) ? limit(LIMIT_lockset_arguments) : ev->nargs;
	for (uint32_t k = 0; k < p.nargs; k++)
		p.arg[k] = e->o.arg.at[ev->arg + k].name;
	for (uint32_t t = 0; t < ev->ntargets; t++) {
		p.target = e->o.target.at[ev->target + t];
		if (now_calls(e, &p.now, ev, p.target) == 0)
			continue;
		any = true;
		p.words = outline_words(&e->o, ev, p.target, p.word);
		if (ends_here(&p))
			continue;
		p.context = enter(&p);
		if (!follow(&p))
			return false;
	}
	if (ev->row || !any) /* called by a function outside, perhaps not at all; or another one is called, which does nothing */
		unchanged(&p);
	return true;
}
