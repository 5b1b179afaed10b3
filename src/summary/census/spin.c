/* Locks made of atomics. A word that is 0 when free, taken by an exchange that finds 0 and leaves something else, given back by a
 * store of 0:
 *
 *     while (atomic_exchange_explicit(&busy, 1, memory_order_acquire))       take: held where the result is 0
 *         ;
 *     atomic_store_explicit(&busy, 0, memory_order_release);                 give
 *
 * A word that calls numbers, each of which was drawn once from another word, to which nothing else is done:
 *
 *     mine = atomic_fetch_add(&l->next, 1);                                  draw
 *     while (atomic_load_explicit(&l->called, memory_order_acquire) != mine) wait: held where they are equal
 *         ;
 *     atomic_fetch_add_explicit(&l->called, 1, memory_order_release);        call
 *
 * Such a word is a lock if nobody does anything else to it while it is shared but look at it, if both are ordered so that what is
 * done in between stays there, and if every thread that gives it back also takes it: who only sets a word free does not hand over
 * a lock.
 *
 * misses  a thread that takes it at one place and sets it free at another where it does not hold it, as with every lock; a cell
 *         of points stands for all objects in it: one word of them that is something else, and none is a lock */
#include "summary/census/spin.h"

#include "base/recogniser.h"
#include "code/address.h"

static bool is_constant(const struct program *p, struct ref r, bool zero)
{
	const struct konst *k = program_konst_of(p, r);

	return k && k->kind == KONST_INT && !k->lo == zero;
}

static bool acquires(uint8_t order)
{
	return order == ORDER_ACQUIRE || order == ORDER_ACQ_REL || order == ORDER_SEQ_CST;
}

static bool releases(uint8_t order)
{
	return order == ORDER_RELEASE || order == ORDER_ACQ_REL || order == ORDER_SEQ_CST;
}

/* x + 1, or what adds 1 to a word. */
static bool adds_one(const struct program *p, const struct body *b, const struct inst *in)
{
	int64_t k;

	return in && (in->op == OP_rmw ? in->sub == RMW_add : in->op == OP_binary && in->sub == BINARY_add) &&
	       program_number(p, body_arg(b, in, 1), &k) && k == 1;
}

const struct inst *spin_draw(const struct program *p, const struct body *b, uint32_t load, const struct inst **compare)
{
	const struct inst *in = &b->inst.at[load];

	if (in->op != OP_load || !acquires(in->order))
		return NULL;
	for (uint32_t i = load + 1; i < b->inst.n && !op_is_terminator(b->inst.at[i].op); i++) {
		*compare = &b->inst.at[i];
		for (uint32_t k = 0; k < 2 && (*compare)->op == OP_compare; k++) {
			const struct inst *draw = body_made_by(b, handed_on(p, b, body_arg(b, *compare, 1 - k)));
			if (body_made_by(b, handed_on(p, b, body_arg(b, *compare, k))) == in && draw && draw->op == OP_rmw &&
			    adds_one(p, b, draw) && ((*compare)->sub == COMPARE_eq || (*compare)->sub == COMPARE_ne))
				return draw;
		}
	}
	return NULL;
}

/* The number behind the one that was drawn, or that is there. */
static bool is_next_number(const struct program *p, const struct body *b, const struct inst *store)
{
	const struct inst *sum = body_made_by(b, body_arg(b, store, 1)), *old = NULL;
	struct ref x = body_arg(b, store, 0), y;

	if (!adds_one(p, b, sum) || sum->op != OP_binary)
		return false;
	old = body_made_by(b, handed_on(p, b, body_arg(b, sum, 0)));
	y = old && old->op == OP_load ? body_arg(b, old, 0) : ref_make(REF_NONE, 0);
	return old && ((old->op == OP_rmw && adds_one(p, b, old)) || (old->op == OP_load && peel_same(b, &x, &y)));
}

enum spin_step spin_step_of(const struct program *p, const struct body *b, uint32_t inst)
{
	const struct inst *in = &b->inst.at[inst], *compare;

	if (in->flags & INST_SINGLE)
		return SPIN_NOTHING;
	switch (in->op) {
	case OP_load:
		return spin_draw(p, b, inst, &compare) ? SPIN_WAIT : SPIN_NOTHING;
	case OP_rmw:
		if (adds_one(p, b, in))
			return releases(in->order) ? SPIN_CALL : SPIN_DRAW;
		return in->sub == RMW_xchg && acquires(in->order) && is_constant(p, body_arg(b, in, 1), false) ? SPIN_TAKE
													       : SPIN_NOTHING;
	case OP_cmpxchg:
		return acquires(in->order) && is_constant(p, body_arg(b, in, 1), true) &&
				       is_constant(p, body_arg(b, in, 2), false)
			       ? SPIN_TAKE
			       : SPIN_NOTHING;
	case OP_store:
		if (!releases(in->order))
			return SPIN_NOTHING;
		return is_constant(p, body_arg(b, in, 1), true) ? SPIN_GIVE : is_next_number(p, b, in) ? SPIN_CALL : SPIN_NOTHING;
	default:
		return SPIN_NOTHING;
	}
}

static void add(struct spins *s, uint64_t word, uint32_t thread, uint32_t bits)
{
	uint32_t *number = map_at(s->arena, &s->number, word);

	if (!*number) {
		*vec_add(s->arena, &s->word) = (struct spin_word){ .word = word };
		*number = s->word.n;
	}
	s->word.at[*number - 1].bits |= bits;
	if (!thread)
		return;
	*map_at(s->arena, &s->by_thread, map_pair(*number, thread)) |= bits;
	*vec_add(s->arena, &s->pair) = (struct spin_pair){ *number, thread };
}

void spin_note(struct spins *s, uint64_t word, enum spin_step step, const uint32_t *thread, uint32_t n)
{
	if (step == SPIN_NOTHING)
		add(s, word, 0, SPIN_BROKEN);
	for (uint32_t i = 0; i < n && step != SPIN_NOTHING; i++)
		add(s, word, thread[i], step);
}

void spin_note_draw(struct spins *s, uint64_t word, uint64_t from)
{
	*vec_add(s->arena, &s->draw) = (struct spin_drawn){ word, from };
}

static uint32_t bits_of(const struct spins *s, uint64_t word)
{
	uint32_t number = map_get(&s->number, word);

	return number ? s->word.at[number - 1].bits : 0;
}

static bool is_lock(uint32_t bits)
{
	return bits == (SPIN_TAKE | SPIN_GIVE) || bits == (SPIN_WAIT | SPIN_CALL);
}

/* Are numbers drawn from the word, and is nothing else done to it? */
static bool is_drawn_from(uint32_t bits)
{
	return bits && !(bits & ~(uint32_t)(SPIN_DRAW | SPIN_CALL));
}

void spin_settle(struct spins *s)
{
	for (uint32_t i = 0; i < s->pair.n; i++) {
		uint32_t bits = map_get(&s->by_thread, map_pair(s->pair.at[i].number, s->pair.at[i].thread));
		uint32_t *all = &s->word.at[s->pair.at[i].number - 1].bits;
		if (bits == SPIN_GIVE || (bits == SPIN_CALL && *all & SPIN_WAIT))
			*all |= SPIN_BROKEN;
	}
	for (uint32_t i = 0; i < s->word.n; i++)
		if (is_lock(s->word.at[i].bits))
			*vec_add(s->arena, &s->candidate) = i;
	for (uint32_t i = 0; i < s->draw.n; i++)
		if (is_drawn_from(bits_of(s, s->draw.at[i].from)))
			*vec_add(s->arena, &s->candidate) = map_get(&s->number, s->draw.at[i].from) - 1;
}

bool spin_finish(struct spins *s, struct arena *out, struct map *lock)
{
	bool tickets = false;

	for (uint32_t i = 0; i < s->draw.n; i++)
		if (!is_drawn_from(bits_of(s, s->draw.at[i].from)))
			add(s, s->draw.at[i].word, 0, SPIN_BROKEN);
	for (uint32_t i = 0; i < s->word.n; i++)
		if (RECOGNISED(summary_spin, is_lock(s->word.at[i].bits))) {
			map_put(out, lock, s->word.at[i].word, 1);
			tickets |= (s->word.at[i].bits & SPIN_WAIT) != 0;
		}
	return tickets;
}
