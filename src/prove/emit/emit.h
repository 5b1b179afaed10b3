/* emit: the sequential program as C, for any checker of sequential C programs.
 *
 * What the search executes stands there in words: raise, ts with put, get and size, schedule(), RAISE, the check of raise behind
 * every call, check_r and check_w, and Check(s) as main (kiss, Figures 4 and 5). Choices are __VERIFIER_nondet_*(), blocking is
 * __VERIFIER_assume(), a failure is reach_error(); these are declared and not defined. The text compiles without warnings with
 * gcc and clang, -Wall -Wextra, on x86-64.
 *
 * Registers are variables, blocks are labels, memory is the machine's: pointers are pointers, and a load or store is a memcpy of
 * its bytes. Structs in registers are their bits.
 *
 * misses  functions with variable arguments, inline assembly, vectors: the path ends there (__VERIFIER_assume(0)) and a comment
 * says why; formats of
 *         printf: nothing is printed; schedules beyond the discipline of the paper */
#ifndef PROVE_EMIT_H
#define PROVE_EMIT_H

#include "prove/prove.h"

/* From main, or options.harness, or, where options.nroots says so, from these roots. */
void emit_c(const struct points *, const struct program *primitives, const struct goal *, const struct prove_options *, FILE *);

#endif
