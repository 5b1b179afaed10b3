#include "verify/solo/solo.h"

#include <string.h>

#include "code/event.h"
#include "verify/outside/any.h"

struct verify_solo *solo_init(struct arena *a)
{
	struct verify_solo *solo = arena_new(a, struct verify_solo);

	*solo = (struct verify_solo){ .arena = a };
	intern_init(&solo->held, a);
	(void)vec_add(a, &solo->place);
	return solo;
}

const char *solo_refused(const struct verify_search *x)
{
	const struct program *p = x->image->p;

	if (x->handlers)
		return "signal handlers";
	if (x->cancels)
		return "cancellation";
	if (x->described)
		return "functions that are atomic, as a row says";
	return verify_checks_errors(p);
}

/* ---- shared places ---- */

/* Where an object comes from: variables are themselves, others what the instruction makes that has made them. */
static uint64_t site_of(const struct machine_object *o, uint32_t id, uint32_t variables)
{
	if (id < variables)
		return id;
	if (o->kind == MACHINE_LOCAL)
		return 1ull << 63 | o->sym.i;
	return 1ull << 62 | (uint64_t)o->fn.i << 31 | (o->inst & INT32_MAX);
}

/* False: nothing is there. */
static bool note_place(struct verify_state *s, uint64_t at, uint8_t mask)
{
	struct verify_solo *solo = s->solo;
	uint64_t offset, site;
	struct machine_object *o = machine_object_at(&s->m, at, &offset);
	struct verify_shared *x;
	uint32_t variables = s->m.image->p->sym.n, *first;

	if (!o || offset & 7)
		return false;
	site = site_of(o, (uint32_t)(o - s->m.object.at), variables);
	first = map_at(solo->arena, &solo->first, site);
	for (uint32_t i = *first; i; i = solo->place.at[i].next)
		if (solo->place.at[i].offset == offset) {
			solo->grown |= mask & ~solo->place.at[i].mask;
			solo->place.at[i].mask |= mask;
			return true;
		}
	x = vec_add(solo->arena, &solo->place);
	*x = (struct verify_shared){ site, offset, *first, mask };
	*first = solo->place.n - 1;
	solo->objects |= site >= variables;
	solo->grown = true;
	return true;
}

static void forget_place(struct verify_state *s, const struct verify_shared *x, uint64_t base)
{
	uint64_t at = base + x->offset;

	for (uint32_t i = 0; i < 8; i++) {
		if (!(x->mask >> i & 1) || !machine_peek(&s->m, at + i, 1))
			continue;
		before_forget(s, at + i, 1);
		before_set(s, at + i, 1);
		any_put(s, at + i, 1, true);
		s->outside = true;
	}
}

void solo_forget(struct verify_state *s)
{
	const struct verify_solo *solo = s->solo;
	uint32_t variables = s->m.image->p->sym.n;

	for (uint32_t i = 1; i < solo->place.n; i++)
		if (solo->place.at[i].site < variables)
			forget_place(s, &solo->place.at[i], s->m.object.at[solo->place.at[i].site].base);
	for (uint32_t i = variables; solo->objects && i < s->m.object.n; i++)
		if (!s->m.object.at[i].dead)
			for (uint32_t k = map_get(&solo->first, site_of(&s->m.object.at[i], i, variables)); k; k = solo->place.at[k].next)
				forget_place(s, &solo->place.at[k], s->m.object.at[i].base);
}

/* ---- locks ---- */

static uint32_t held_of(const struct verify_solo *solo, uint32_t id, uint32_t i, struct verify_held *out)
{
	uint32_t n = id ? intern_length(&solo->held, id) / sizeof *out : 0;

	if (i < n)
		memcpy(out, intern_get(&solo->held, id) + i * sizeof *out, sizeof *out);
	return n;
}

static bool have_common(const struct verify_solo *solo, uint32_t a, uint32_t b)
{
	struct verify_held x = { 0 }, y = { 0 };

	for (uint32_t i = 0; i < held_of(solo, a, i, &x); i++)
		for (uint32_t k = 0; k < held_of(solo, b, k, &y); k++)
			if (x.at == y.at && (x.count || y.count))
				return true;
	return false;
}

bool solo_shares(struct verify_state *s, const struct verify_event *a, const struct verify_event *b)
{
	if (!(a->kind & b->kind & DONE_ATOMIC) && !have_common(s->solo, a->held, b->held))
		return false;
	return note_place(s, a->word << 3, a->mask & b->mask);
}

/* One more, or one less, of a lock. False: the thread does not have it. */
static bool change_held(struct verify_state *s, uint32_t thread, uint64_t at, int by, bool shared)
{
	struct verify_solo *solo = s->solo;
	struct verify_held *made, x = { 0 };
	uint32_t id = s->thread.at[thread].held, n = held_of(solo, id, UINT32_MAX, &x), out = 0;
	bool found = false;

	made = arena_array(&s->m.arena, n + 1, sizeof *made);
	for (uint32_t i = 0; i < n; i++) {
		(void)held_of(solo, id, i, &x);
		if (x.at > at && !found && by > 0) {
			made[out++] = (struct verify_held){ at, !shared, shared };
			found = true;
		}
		if (x.at == at) {
			found = true;
			shared = by < 0 ? !x.count : shared;
			*(shared ? &x.shared : &x.count) += (uint32_t)by;
		}
		if (x.count || x.shared)
			made[out++] = x;
	}
	if (!found && by > 0)
		made[out++] = (struct verify_held){ at, !shared, shared };
	s->thread.at[thread].held = out ? intern_bytes(&solo->held, made, out * sizeof *made) : 0;
	return found || by > 0;
}

static bool has(const struct verify_state *s, uint32_t thread, uint64_t at)
{
	struct verify_held x = { 0 };

	for (uint32_t i = 0; i < held_of(s->solo, s->thread.at[thread].held, i, &x); i++)
		if (x.at == at)
			return x.count;
	return false;
}

/* ---- who runs ---- */

uint32_t solo_thread(const struct verify_state *s)
{
	for (uint32_t i = s->m.thread.n; i-- > 0;)
		if (!s->m.thread.at[i].ended && !s->thread.at[i].stays)
			return i;
	return UINT32_MAX;
}

/* ---- calls ---- */

/* Locks that keep others out, as their names say. */
static bool is_lock(const struct verify_search *x, const struct model_row *r)
{
	static const char *const families[] = { "mutex", "rwlock", "spin", "mtx", "verifier-atomic" };

	for (size_t i = 0; i < sizeof families / sizeof *families; i++)
		if (!strcmp(model_string(x->image->models, r->family), families[i]))
			return true;
	return false;
}

static bool counts(const struct model_row *r)
{
	return r->flags & MODEL_SEMAPHORE;
}

uint8_t solo_kind(struct verify_search *x, struct verify_state *s, struct machine_call *call, const struct model_row *r,
		  struct verify_next *n)
{
	const char *name = program_str(x->image->p, program_sym(x->image->p, call->callee)->name);
	bool phase = machine_top(&s->m, call->thread)->phase;

	switch (event_kind(r)) {
	case EVENT_ACQUIRE:
		if (!is_lock(x, r) && !counts(r))
			break;
		n->fails = r->flags & (MODEL_TRY | MODEL_TIMED);
		return n->fails ? STEP_VISIBLE : STEP_INVISIBLE;
	case EVENT_RELEASE:
		if (!is_lock(x, r) && !counts(r))
			break;
		return STEP_INVISIBLE;
	case EVENT_WAIT:
		if (!is_lock(x, r) || !event_says(&r->with))
			break;
		n->fails = r->flags & MODEL_TIMED;
		return n->fails ? STEP_VISIBLE : STEP_INVISIBLE;
	case EVENT_BARRIER:
		n->fails = true;
		return STEP_VISIBLE;
	case EVENT_SPAWN:
		return phase ? STEP_INVISIBLE : STEP_VISIBLE;
	case EVENT_SETTYPE:
		if (r->flags & MODEL_ROBUST)
			break;
		return STEP_INVISIBLE;
	case EVENT_JOIN:
		if (r->flags & (MODEL_TRY | MODEL_TIMED | MODEL_ALL))
			break;
		return STEP_INVISIBLE;
	case EVENT_SIGNAL:
	case EVENT_BROADCAST:
	case EVENT_INIT:
	case EVENT_DESTROY:
	case EVENT_DETACH:
	case EVENT_SELF:
	case EVENT_EXIT_THREAD:
	case EVENT_WRITES:
	case EVENT_READS:
	case EVENT_BLOCK:
	case EVENT_NONE:
		return STEP_INVISIBLE;
	default:
		break;
	}
	search_stop(x, s, call->thread, "", "what '%s' does, each thread by itself", name);
	return STEP_BAD;
}

/* What a row does. True: it is none of these. */
static bool do_row(struct verify_search *x, struct verify_state *s, bool fails, struct machine_call *call,
		   const struct model_row *r, uint64_t *result)
{
	enum { SERIAL = -1 };
	uint64_t at = call_place(call, &r->on);

	switch (event_kind(r)) {
	case EVENT_ACQUIRE:
		*result = fails ? call_bad_result(call, r, r->flags & MODEL_TIMED) : call_good_result(call, r);
		if (fails)
			any_fails(x, s, call->thread);
		else if (!counts(r))
			(void)change_held(s, call->thread, at, 1, r->flags & MODEL_SHARED);
		solo_forget(s);
		return false;
	case EVENT_RELEASE:
		if (!counts(r) && !change_held(s, call->thread, at, -1, false))
			search_stop(x, s, call->thread, "", "an unlock of a lock that the thread does not hold");
		return false;
	case EVENT_WAIT:
		if (!has(s, call->thread, call_place(call, &r->with)))
			search_stop(x, s, call->thread, "", "a wait without its lock");
		solo_forget(s);
		*result = fails ? call_bad_result(call, r, true) : call_good_result(call, r);
		return false;
	case EVENT_BARRIER:
		*result = fails ? (uint64_t)SERIAL : 0;
		return false;
	case EVENT_SIGNAL:
	case EVENT_BROADCAST:
		return false;
	default:
		return true;
	}
}

bool solo_call(struct verify_search *x, struct verify_state *s, const struct verify_choice *choice, struct machine_call *call)
{
	uint64_t result = 0;
	bool other = true;

	for (const struct model_row *r = call->meaning->row; r; r = model_skip(r->next, false))
		if (call_condition(call, &r->when))
			other &= do_row(x, s, choice->kind == CHOICE_FAIL, call, r, &result);
	if (other || s->m.state != MACHINE_RUNS)
		return false;
	s->m.thread.at[choice->thread].steps++;
	machine_result(&s->m, choice->thread, result);
	return true;
}
