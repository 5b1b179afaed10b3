/* Barriers: who has passed a barrier k times knows that every participant has arrived k times. So two places of participants with
 * different numbers of passes never overlap; numbers are known up to a multiple (vector.h), so that a loop with two waits
 * tells its halves apart.
 *
 * The barrier must be one object, made once, and all threads that ever wait at it must be counted: no more of them than it was
 * made for. A class is counted by its only start: once, or as often as a loop from one number to a bound runs, which must then be
 * the very value, or number, that the barrier was made with, plus what the other classes add.
 *
 * Barriers with the same participants count together, too: who has passed them k times in all knows that every participant has
 * arrived k times in all. So a loop with one wait at each of two barriers tells its halves apart. */
#include "threads/running.h"

#include "base/recogniser.h"
#include "threads/values/branch.h"
#include "threads/values/origin.h"
#include "code/loop.h"

/* value + number; value none: the number alone. */
struct amount {
	bool known;
	struct threads_origin value;
	int64_t number;
};

static struct amount amount_of(const struct running *r, uint32_t context, struct ref ref)
{
	const struct code *code = code_get(r->shapes, context_of(r, context)->fn);
	const struct inst *in;
	struct amount a = { 0 };
	int64_t number = 0;

	ref = value_behind(code, ref);
	in = body_made_by(&code->body, ref);
	if (in && in->op == OP_binary && (in->sub == BINARY_add || in->sub == BINARY_sub) &&
	    program_constant(r->p, body_arg(&code->body, in, 1), &number)) {
		a.number = in->sub == BINARY_add ? number : -number;
		ref = body_arg(&code->body, in, 0);
	}
	a.value = origin_of(r, context, ref);
	a.known = a.value.kind != ORIGIN_NONE && !a.value.loads && a.value.kind != ORIGIN_SYM;
	if (a.value.kind == ORIGIN_NUMBER) {
		a.number += a.value.number[0];
		a.value.kind = ORIGIN_NONE;
	}
	return a;
}

/* ---- how many threads a class has ---- */

static bool runs_again(const struct code *code, const struct count_loop *l)
{
	return l->exit_to == l->header || block_leads_to(&code->body, l->exit_to, l->header, UINT32_MAX);
}

/* The loop around a call, whatever its variable is used for there: tried with every variable of every header above. */
static bool loop_around(const struct running *r, const struct code *code, uint32_t inst, struct count_loop *l)
{
	uint32_t block = code_block(code, inst);

	for (uint32_t i = 0; i < code->body.inst.n; i++) {
		struct ref variable = ref_make(REF_VALUE, body_value(&code->body, i));
		if (code->body.inst.at[i].op == OP_phi && loop_find(r->arena, r->p, &code->body, &code->cfg, block, variable, l))
			return true;
	}
	return false;
}

static struct amount trips(const struct running *r, uint32_t context, uint32_t inst)
{
	const struct code *code = code_get(r->shapes, context_of(r, context)->fn);
	struct count_loop l;
	struct amount bound = { 0 }, first;
	uint32_t block = code_block(code, inst);

	if (!loop_around(r, code, inst, &l) || l.step != 1 || l.bottom || runs_again(code, &l))
		return bound;
	if (block_leads_to(&code->body, block, block, l.header) ||
	    (l.compare != COMPARE_slt && l.compare != COMPARE_ult && l.compare != COMPARE_ne))
		return bound;
	first = amount_of(r, context, l.first);
	bound = amount_of(r, context, l.bound);
	bound.known = bound.known && first.known && first.value.kind == ORIGIN_NONE;
	bound.number -= first.number;
	return bound;
}

static struct amount size_of(const struct running *r, uint32_t class)
{
	const struct thread *t = &r->t->thread.at[class];
	const struct class *c = &r->class.at[class];
	const struct edge *e;
	uint32_t creator = bits_next(&r->bits, c->creators, 1);

	if (t->multiplicity == THREAD_ONE)
		return (struct amount){ .known = true, .number = 1 };
	if (c->free || c->sites != 1 || c->kind != ROOT_THREAD || bits_next(&r->bits, c->creators, creator + 1) != UINT32_MAX ||
	    r->t->thread.at[creator].multiplicity != THREAD_ONE)
		return (struct amount){ 0 };
	e = &r->c->edge.at[c->edge.at[0]];
	if (!context_of(r, e->context)->once)
		return (struct amount){ 0 };
	return trips(r, e->context, e->inst);
}

/* Are there at most as many participants as the barrier counts? */
static bool enough(const struct running *r, uint32_t members, struct amount count)
{
	struct amount sum = { .known = true };

	if (!count.known)
		return false;
	for (uint32_t k = bits_next(&r->bits, members, 1); k != UINT32_MAX; k = bits_next(&r->bits, members, k + 1)) {
		struct amount one = size_of(r, k);
		if (!one.known || (one.value.kind != ORIGIN_NONE && sum.value.kind != ORIGIN_NONE))
			return false;
		if (one.value.kind != ORIGIN_NONE)
			sum.value = one.value;
		sum.number += one.number;
	}
	if (sum.value.kind == ORIGIN_NONE && count.value.kind == ORIGIN_NONE)
		return sum.number <= count.number;
	return origin_same(&sum.value, &count.value) && sum.number <= count.number;
}

bool classes_at_most(const struct running *r, uint32_t set, int64_t number)
{
	return enough(r, set, (struct amount){ .known = true, .number = number });
}

/* ---- the barriers ---- */

static bool read_count(const struct running *r, const struct barrier *b, struct amount *count)
{
	uint32_t found = 0;

	for (uint32_t i = 1; i < r->c->event.n; i++) {
		const struct event *e = &r->c->event.at[i];
		const struct code *code;
		struct ref number;
		if (!event_is(e->row, EVENT_INIT) || e->row->family != b->family || !may_be(r, e->on, b->term))
			continue;
		code = code_get(r->shapes, context_of(r, e->context)->fn);
		number = event_value(&code->body, &code->body.inst.at[e->inst], &e->row->count);
		if (found++ || set_one_object(r, e->on) != b->term || e->loop || !context_of(r, e->context)->once || !number.bits)
			return false;
		*count = amount_of(r, e->context, number);
	}
	return found == 1;
}

/* Everyone who waits there, or may do so; false: somebody might wait at it or at another one. */
static bool find_members(struct running *r, struct barrier *b)
{
	for (uint32_t i = 1; i < r->c->event.n; i++) {
		const struct event *e = &r->c->event.at[i];
		if (!event_is(e->row, EVENT_BARRIER) || e->row->family != b->family || !may_be(r, e->on, b->term))
			continue;
		if (set_one_object(r, e->on) != b->term)
			return false;
		b->members = bits_union(&r->bits, b->members, r->threads_of[e->context]);
	}
	return true;
}

static void add_barrier(struct running *r, struct barrier b)
{
	struct amount count = { 0 };

	b.good = find_members(r, &b) && read_count(r, &b, &count) && enough(r, b.members, count);
	if (b.good) {
		b.slot = vectors_slot(&r->vectors, SLOT_PHASE);
		for (uint32_t i = 1; i < r->c->event.n; i++) {
			const struct event *e = &r->c->event.at[i];
			if (event_is(e->row, EVENT_BARRIER) && e->row->family == b.family && set_one_object(r, e->on) == b.term)
				effect_add(r, (struct effect){ e->context, e->inst, UINT32_MAX, b.slot, PHASE(1, 0) });
		}
	}
	*vec_add(r->arena, &r->barrier) = b;
}

/* The passes of all barriers with the same participants, in a slot of their own. */
static void add_together(struct running *r, uint32_t first, uint32_t n)
{
	struct barrier sum = r->barrier.at[first];
	uint32_t found = 0, before = r->now.effect.n;

	for (uint32_t k = 0; k < first; k++)
		if (r->barrier.at[k].good && r->barrier.at[k].members == sum.members)
			return; /* done with that one */
	sum.slot = vectors_slot(&r->vectors, SLOT_PHASE);
	for (uint32_t k = first; k < n; k++) {
		if (!r->barrier.at[k].good || r->barrier.at[k].members != sum.members)
			continue;
		found++;
		for (uint32_t i = 0; i < before; i++)
			if (r->now.effect.at[i].slot == r->barrier.at[k].slot)
				effect_add(r, (struct effect){ r->now.effect.at[i].context, r->now.effect.at[i].at, UINT32_MAX,
							       sum.slot, PHASE(1, 0) });
	}
	if (RECOGNISED(threads_together, found > 1))
		*vec_add(r->arena, &r->barrier) = sum;
	else
		r->now.effect.n = before;
}

void barriers_make(struct running *r)
{
	uint32_t n;

	for (uint32_t i = 1; i < r->c->event.n; i++) {
		const struct event *e = &r->c->event.at[i];
		struct barrier b = { .family = e->row->family };
		bool known = false;
		if (!event_is(e->row, EVENT_BARRIER))
			continue;
		b.term = set_one_object(r, e->on);
		for (uint32_t k = 0; k < r->barrier.n; k++)
			known |= r->barrier.at[k].term == b.term && r->barrier.at[k].family == b.family;
		if (b.term && !known)
			add_barrier(r, b);
	}
	n = r->barrier.n;
	for (uint32_t k = 0; n > 1 && k < n; k++)
		if (r->barrier.at[k].good)
			add_together(r, k, n);
}
