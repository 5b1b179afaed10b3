/* effort: for how long a search goes on. Usually by the clock on the wall. Where what is found must not depend on the machine
 * and on what else it does, by steps: of its own instructions and of the solver's, of which so many count as a second. */
#ifndef PROVE_EFFORT_H
#define PROVE_EFFORT_H

#include <stdbool.h>
#include <stdint.h>

/* Kilosteps in what counts as a second: about what a processor of 2024 does in one. */
enum { EFFORT_SECOND = 10000 };

/* From now on, in this process and those that it starts, steps count, or the clock. Gives what did before. */
bool effort_by_steps(bool);
bool effort_in_steps(void);
void effort_spend(uint64_t steps);
double effort_now(void); /* seconds since some time */

#endif
