/* replay: executes a schedule on the concurrent program and says whether it shows what it should. Only what is confirmed here is
 * `confirmed`.
 *
 * needs   a schedule (of the search, or of anybody); a machine's image of the program
 * gives   a proof: PROOF_CONFIRMED with the steps of the execution; PROOF_REFUTED with the reason; PROOF_CANNOT where the machine
 * has to stop
 * misses  what the machine misses (machine.h)
 *
 * A race: both threads' next instructions access overlapping memory, one of them writes, not both are atomic, and both can go on:
 * they are adjacent, and nothing orders them. Or, if the schedule says that they stand apart: one has happened, the other is
 * next, and nothing that synchronises orders the first before the second (machine_order.c). A deadlock: the named threads stand
 * at the named calls, and each of them waits for something that only they could give, or all threads that have not ended wait. A
 * failed assertion: the call that reports it is next. */
#ifndef PROVE_REPLAY_H
#define PROVE_REPLAY_H

#include "ir/finding/finding.h"
#include "prove/machine/machine.h"

/* In the arena. */
void replay_run(struct arena *, struct machine_image *, const struct schedule *, struct finding_proof *);

/* The same with fewer instructions and context switches, where that can be (shorten.c); in the arena. */
struct schedule replay_shortened(struct arena *, struct machine_image *, const struct schedule *);

/* What a schedule must show, in a state that a machine is in. False: `why` says what is missing, in the machine's arena. */
bool replay_shows(struct machine *, const struct schedule *, const char **why);

/* Of a state that a harness has led to: why its threads never begin so; NULL: nothing speaks against it. As long as the image
 * lives. */
const char *plausible_refuses(const struct machine *, const struct schedule *);

/* A thread and the instruction that it executes next, with the calls and locks it has there; `kind` is left open. */
struct finding_access replay_access(struct arena *, struct machine *, uint32_t thread, const char *locks);
/* What the first two accesses of two instructions that conflict are, "write" and the like. */
void replay_kinds(const struct machine_look *, const struct machine_look *, const char *kind[2]);
/* Why the threads of a goal are there at the same time, as the execution has started them; "": nothing to say. */
enum { SCHEDULE_SIDES = 16 };
const char *replay_overlap(struct arena *, struct machine *, const struct schedule *);

/* Names for people. */
const char *replay_name_address(struct arena *, struct machine *, uint64_t at);
const char *replay_name_value(struct arena *, struct machine *, struct type_id, const uint8_t *bytes);
const char *replay_name_member(struct arena *, const struct program *, struct type_id, uint64_t offset); /* ".pool[3].n" */
/* What a harness assumes: who starts with which arguments, and what variables hold that the program does not initialise them
 * with. */
const char *replay_name_start(struct arena *, const struct program *, const struct schedule *);

#endif
