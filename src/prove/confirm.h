/* confirm: tries to prove findings, several at a time, each in a process of its own: the search (prove.h), then the replay
 * (replay.h), which alone says `confirmed`.
 *
 * needs   findings of one program, that program, points      gives   one proof a finding, in their order, whatever the number of
 * workers
 * misses  rules other than race, race-bitfield, deadlock, self-deadlock and wait-holding: PROOF_CANNOT
 *
 * Where an execution begins: the user's harness, if there is one; else main; or, as `start` says, the functions that threads
 * begin with (harness.c), in two ways, with variables as the program initialises them and with any. What is shown by anything but
 * main is PROOF_HARNESS. Roots are not tried where main leads to one of the places, as far as points can tell, whether it got
 * there or not; threads that a library starts are started by it, in the execution; and only those pairs count that the race phase
 * has not found in order.
 *
 * A process that dies or does not end is a proof that was not possible, not the end of the run. */
#ifndef PROVE_CONFIRM_H
#define PROVE_CONFIRM_H

#include "base/system/file.h"
#include "ir/finding/finding.h"
#include "prove/prove.h"

struct confirm {
	const struct points *points; /* of the program */
	const struct program *primitives;
	struct prove_options search;
	uint8_t start; /* enum opt_start */
	const char *harness; /* the file whose snag_harness is the only start; NULL: there is none */
	uint32_t workers;
};

/* proof[i] is set, in the arena, for each finding. */
void confirm_run(struct arena *, const struct confirm *, const struct finding *const *, uint32_t n,
		 const struct finding_proof **proof);

/* The proof becomes the finding's; if it is an execution, the finding shows what was proved: its pair, calls, locks and places.
 * In the arena. */
void confirm_show(struct arena *, struct finding *, const struct finding_proof *);

/* Every assertion of the program that fails in some execution that can be found: findings of the rule assert-fail, all with a
 * proof that is confirmed. `tried` counts the assertions. */
struct confirmed {
	VEC(struct finding) finding;
	uint32_t tried;
};
struct confirmed confirm_asserts(struct arena *, const struct confirm *);

/* The sequential program that is searched for a finding (emit.h), as a file; NULL: for the assertions. */
CHECKED bool confirm_emit(const struct confirm *, const struct finding *, const char *path, struct trouble *);

#endif
