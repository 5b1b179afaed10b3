/* interleave: every execution of a small program, by brute force, and what goes wrong in them.
 *
 * A state is a machine whose threads all stand at an instruction that others can see; a transition is that instruction of one
 * thread and what follows up to the next such one. States are told apart by their hash. Two ways to go: all interleavings, or
 * only the balanced ones of kiss section 4.1, where a thread that was left is never resumed once a thread that was there
 * before it runs again (L_X). A failure is named by the instructions it happens at; for each one the schedule that showed it
 * first is kept. */
#ifndef TESTS_PROVE_INTERLEAVE_H
#define TESTS_PROVE_INTERLEAVE_H

#include "prove/machine/machine.h"

struct failure {
	uint8_t goal; /* enum goal_kind */
	VEC(struct schedule_place) place; /* sorted by fn, inst; threads are those of the schedule */
	struct schedule schedule;
};

struct failures {
	struct arena *arena;
	VEC(struct failure) at;
	uint64_t states;
	bool too_many; /* states: not all were looked at */
};

struct failures interleave(struct arena *, struct machine_image *, bool balanced, uint64_t most_states);
/* The failure with this goal at these places, or NULL. */
const struct failure *failure_find(const struct failures *, uint8_t goal, const struct schedule_place *, uint32_t n);

/* A random program of two or three threads, the same for the same seed. In the arena. */
const char *generate(struct arena *, uint64_t seed);

#endif
