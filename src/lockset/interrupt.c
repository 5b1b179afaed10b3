/* Locks that an interrupt or signal handler takes, and that are elsewhere taken where the handler may come in between: it then
 * waits for the one that it has interrupted. */
#include "lockset/walk/engine.h"

#include <string.h>
#include <xxhash.h>

#include "base/stat.h"

uint32_t running_name(struct engine *e, enum lockset_running how)
{
	return name_make(&e->out->names, &(struct term){ .kind = TERM_NAMED, .b = how });
}

bool running_is(const struct names *n, uint32_t name)
{
	struct term x = term_get(&n->terms, name);

	return x.kind == TERM_NAMED && !x.a && x.b >= RUNNING_HARD;
}

/* Timers of a kernel are softirqs; those of a program are threads. */
static uint32_t how_runs(const struct engine *e, const struct lockset_root *r)
{
	if (r->kind == ROOT_INTERRUPT)
		return RUNNING_HARD;
	if (r->kind != ROOT_HANDLER && r->kind != ROOT_TASK)
		return 0;
	switch (r->model) {
	case MODEL_KIND_IRQ:
	case MODEL_KIND_HRTIMER:
	case MODEL_KIND_IPI:
		return RUNNING_HARD;
	case MODEL_KIND_SOFTIRQ:
	case MODEL_KIND_TASKLET:
	case MODEL_KIND_RCU:
		return RUNNING_SOFT;
	case MODEL_KIND_TIMER:
		return e->out->points->main ? 0 : RUNNING_SOFT;
	case MODEL_KIND_SIGNAL:
		return RUNNING_SIGNAL;
	default:
		return 0;
	}
}

uint32_t running_lockset(struct engine *e, const struct lockset_root *r)
{
	/* while all other CPUs stand still, interrupts are off */
	uint32_t how = r->model == MODEL_KIND_STOP ? MODEL_BIT_IRQ + 1u : how_runs(e, r);
	struct held h = { .flags = HELD_CONTEXT | HELD_ENTERED | (how == RUNNING_SIGNAL ? 0u : HELD_SPIN), .count = 1 };

	if (!how)
		return 0;
	h.term = running_name(e, (enum lockset_running)how);
	return intern_bytes(&e->out->sets, &h, sizeof h);
}

void interrupts_begin(struct engine *e)
{
	for (uint32_t i = 1; i < e->out->root.n; i++)
		e->handlers |= how_runs(e, &e->out->root.at[i]) == RUNNING_SIGNAL;
}

bool now_runs(const struct engine *e, const struct now *now, enum lockset_running how)
{
	for (uint32_t i = 0; i < now->n; i++) {
		struct term x =
			now->held[i].flags & HELD_CONTEXT ? term_get(&e->out->names.terms, now->held[i].term) : (struct term){ 0 };
		if (x.kind == TERM_NAMED && !x.a && x.b == how)
			return true;
	}
	return false;
}

static bool is_off(const struct engine *e, const struct now *now, const struct outline_event *ev, uint32_t bit)
{
	if (ev && ev->row->flags & 1u << bit)
		return true;
	for (uint32_t i = 0; i < now->n; i++) {
		struct term x = term_get(&e->out->names.terms, now->held[i].term);
		if (x.kind == TERM_NAMED && !x.a && x.b == bit + 1)
			return true;
	}
	return false;
}

static struct interrupts *interrupts_at(struct engine *e, uint32_t name)
{
	uint32_t *index = map_at(&e->scratch, &e->interrupts_of, name_ground(&e->out->names, name)); /* made with 0 */

	if (!*index) {
		*vec_add(&e->scratch, &e->interrupts) = (struct interrupts){ 0 };
		*index = e->interrupts.n;
	}
	return &e->interrupts.at[*index - 1];
}

/* `masked`: some signals are blocked, perhaps the handler's; of such places as many are kept as there is room for. */
static void add_interrupted(struct engine *e, struct interrupts *x, const struct incident *at, bool taken, bool masked)
{
	for (uint32_t i = x->held; i; i = e->interrupted.at[i - 1].before)
		if (e->interrupted.at[i - 1].event == at->event && e->interrupted.at[i - 1].masked == masked)
			return;
	x->more |= limit_full(LIMIT_lockset_interrupted, x->nheld) && !masked;
	if (x->nheld >= limit(LIMIT_lockset_interrupted))
		return;
	*vec_add(&e->scratch, &e->interrupted) = (struct interrupted){ at->context, at->node, at->event, x->held, taken, masked };
	x->held = e->interrupted.n;
	x->nheld++;
}

void interrupt_note_held(struct engine *e, const struct now *now, const struct incident *at)
{
	if (now_runs(e, now, RUNNING_SIGNAL) || is_off(e, now, NULL, MODEL_BIT_SIGNALS) || e->out->context.at[at->context].indirect)
		return;
	for (uint32_t i = 0; i < now->n; i++)
		if (!(now->held[i].flags & (HELD_CONTEXT | HELD_SHARED | HELD_RECURSIVE)) && !kinds_may_be(e, now->held[i].term))
			add_interrupted(e, interrupts_at(e, now->held[i].term), at, false, false);
}

/* An acquisition that waits: noted once for each way of running. */
void interrupt_note(struct engine *e, const struct now *now, const struct outline_event *ev, const struct incident *at)
{
	bool hard = now_runs(e, now, RUNNING_HARD), soft = now_runs(e, now, RUNNING_SOFT),
	     signal = now_runs(e, now, RUNNING_SIGNAL);
	bool irq = is_off(e, now, ev, MODEL_BIT_IRQ), bh = irq || is_off(e, now, ev, MODEL_BIT_BH),
	     masked = is_off(e, now, ev, MODEL_BIT_SIGNALS);
	bool by[3] = { hard, soft, signal }, under[2] = { !hard && !irq, !hard && !soft && !bh };
	bool spin = ev->flags & HELD_SPIN;
	struct interrupts *x;

	if (e->out->root.at[e->root].outside || e->out->root.at[e->root].kind == ROOT_SINGLE)
		under[0] = under[1] = false; /* interrupts may be off already: its callers know; or it is the start */
	if (now_runs(e, now, RUNNING_CUT) || now_runs(e, now, RUNNING_FORGOT))
		return;
	if ((ev->flags & (HELD_SHARED | HELD_RECURSIVE)) || e->out->context.at[at->context].indirect)
		return; /* readers let each other in; a handler behind a pointer may be somebody else's */
	x = interrupts_at(e, at->name);
	if (!signal && !kinds_may_be(e, at->name))
		add_interrupted(e, x, at, true, masked);
	x->more |= signal && x->handler && x->handler != e->root;
	x->handler = signal ? e->root : x->handler;
	for (uint32_t i = 0; i < 3; i++) {
		if (i < 2 && !spin)
			continue;
		if (by[i] && !x->by[i].context)
			x->by[i].context = at->context, x->by[i].node = at->node, x->by[i].event = at->event;
		if (i < 2 && under[i] && !x->under[i].context)
			x->under[i].context = at->context, x->under[i].node = at->node, x->under[i].event = at->event;
	}
}

static struct finding finding_of(struct engine *e, uint32_t ground, const struct interrupts *x, uint32_t i, struct interrupted at)
{
	static const char *const who[] = { "an interrupt handler", "a softirq", "a signal handler" };
	struct lockset *l = e->out;
	struct arena *a = l->arena;
	const struct outline_event *by = &e->o.event.at[x->by[i].event], *under = &e->o.event.at[at.event];
	struct finding_note *note = arena_array(a, 3, sizeof *note);
	struct finding f = { .rule = RULE_SELF_DEADLOCK, .object = "", .guard = "", .note = note, .nnotes = 3 };
	const char *text;

	f.place = lockset_place(a, l, by->fn, by->at);
	f.function = arena_string(a, program_fn_name(l->points->p, by->fn));
	f.lock = name_text(a, &l->names, (struct fn_id){ 0 }, ground);
	f.message = arena_format(a, "%s waits here for '%s', which the code it interrupts may hold", who[i], f.lock);
	note[0] = (struct finding_note){ lockset_place(a, l, under->fn, under->at),
					 arena_format(a, "%s here, where the handler may interrupt", at.taken ? "acquired" : "held") };
	note[2] = (struct finding_note){ note[0].place, arena_format(a, "reached by %s", lockset_chain(a, l, at.context)) };
	note[1] = (struct finding_note){ f.place, arena_format(a, "reached by %s", lockset_chain(a, l, x->by[i].context)) };
	f.doubt = name_is_global(&l->names, ground) ? 5 : 40;
	text = arena_format(a, "interrupt|%s|%s", f.function, f.lock);
	f.fingerprint = XXH3_64bits(text, strlen(text));
	return f;
}

static bool is_startup(const struct lockset *l, uint32_t context)
{
	uint32_t root = l->context.at[context].root;

	return root && root != LOCKSET_ROOTS && l->root.at[root].kind == ROOT_SINGLE;
}

static bool is_last(struct engine *e, const struct interrupts *x, uint32_t i)
{
	if (lockset_lasts_above(e->out, x->by[i].context, x->by[i].node) < LAST_GONE)
		return false;
	gap(unsure); /* a handler that gives back the last reference to a thing that it has found */
	return true;
}

/* Places where a lock is taken come first, then those where it is held; those that were met first before others. */
static void tell_signals(struct engine *e, uint32_t ground, const struct interrupts *x)
{
	const struct outline_event *by = &e->o.event.at[x->by[2].event];
	const struct lockset_root *root = lockset_root_above(e->out, x->by[2].context);
	uint32_t *place = arena_array(&e->scratch, x->nheld, sizeof *place), n = x->nheld;

	for (uint32_t i = x->held; i; i = e->interrupted.at[i - 1].before)
		place[--n] = i - 1;
	for (uint32_t taken = 2; taken-- > 0;)
		for (uint32_t i = 0; i < x->nheld; i++) {
			struct interrupted at = e->interrupted.at[place[i]];
			const struct outline_event *under = &e->o.event.at[at.event];
			if (at.taken != taken || is_startup(e->out, at.context))
				continue;
			*vec_add(e->out->arena, &e->out->interrupt) =
				(struct lockset_interrupt){ .finding = finding_of(e, ground, x, 2, at),
							    .handler = root ? root->fn : (struct fn_id){ 0 },
							    .by = { by->fn, by->at },
							    .under = { under->fn, under->at },
							    .more = x->more,
							    .masked = at.masked,
							    .lock = ground };
		}
}

void interrupts_tell(struct engine *e)
{
	for (uint32_t name = 1; name < e->out->names.terms.row.n; name++) {
		/* those without a name are not one */
		uint32_t index = name_is_nameless(&e->out->names, name) ? 0 : map_get(&e->interrupts_of, name);
		const struct interrupts *x = index ? &e->interrupts.at[index - 1] : NULL;
		for (uint32_t i = 0; x && i < 2; i++)
			if (x->by[i].context && x->under[i].context && !is_startup(e->out, x->under[i].context) && !is_last(e, x, i))
				*vec_add(e->out->arena, &e->out->finding) = finding_of(
					e, name, x, i,
					(struct interrupted){ x->under[i].context, x->under[i].node, x->under[i].event, 0, true, false });
		if (x && x->by[2].context && x->held && !is_last(e, x, 2))
			tell_signals(e, name, x);
	}
}
