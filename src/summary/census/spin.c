/* Locks made of atomics: a word that is 0 when free, taken by an exchange that finds 0 and leaves something else, given back by a
 * store of 0.
 *
 *     while (atomic_exchange_explicit(&busy, 1, memory_order_acquire))       take: held where the result is 0
 *         ;
 *     atomic_store_explicit(&busy, 0, memory_order_release);                 give
 *
 * Such a word is a lock if nobody does anything else to it while it is shared but look at it, if both are ordered so that what is
 * done in between stays there, and if every thread that gives it back also takes it: who only sets a word free does not hand over
 * a lock.
 *
 * misses  a thread that takes it at one place and sets it free at another where it does not hold it, as with every lock; a cell
 *         of points stands for all objects in it: one word of them that is something else, and none is a lock */
#include "summary/census/spin.h"

#include "base/recogniser.h"

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

enum spin_step spin_step_of(const struct program *p, const struct body *b, uint32_t inst)
{
	const struct inst *in = &b->inst.at[inst];

	if (in->flags & INST_SINGLE)
		return SPIN_NOTHING;
	switch (in->op) {
	case OP_rmw:
		return in->sub == RMW_xchg && acquires(in->order) && is_constant(p, body_arg(b, in, 1), false) ? SPIN_TAKE
													       : SPIN_NOTHING;
	case OP_cmpxchg:
		return acquires(in->order) && is_constant(p, body_arg(b, in, 1), true) &&
				       is_constant(p, body_arg(b, in, 2), false)
			       ? SPIN_TAKE
			       : SPIN_NOTHING;
	case OP_store:
		return releases(in->order) && is_constant(p, body_arg(b, in, 1), true) ? SPIN_GIVE : SPIN_NOTHING;
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

void spin_settle(struct spins *s)
{
	for (uint32_t i = 0; i < s->pair.n; i++)
		if (map_get(&s->by_thread, map_pair(s->pair.at[i].number, s->pair.at[i].thread)) == SPIN_GIVE)
			s->word.at[s->pair.at[i].number - 1].bits |= SPIN_BROKEN;
	for (uint32_t i = 0; i < s->word.n; i++)
		if (s->word.at[i].bits == (SPIN_TAKE | SPIN_GIVE))
			*vec_add(s->arena, &s->candidate) = i;
}

void spin_finish(const struct spins *s, struct arena *out, struct map *lock)
{
	for (uint32_t i = 0; i < s->word.n; i++)
		if (RECOGNISED(summary_spin, s->word.at[i].bits == (SPIN_TAKE | SPIN_GIVE)))
			map_put(out, lock, s->word.at[i].word, 1);
}
