/* atomic: atomic operations that the program knows by a model row only, as the search executes them. The replay has its own
 * (machine_atomic.c). */
#ifndef PROVE_ATOMIC_H
#define PROVE_ATOMIC_H

#include "prove/search/execute.h"

const struct model_row *atomic_row(const struct seq_program *, struct sym_id); /* NULL: none of its rows is `atomic` */
enum step atomic_run(struct execution *, uint32_t inst, struct sym_id);
/* The bits of the variable by the function's declaration; 0: it does not say. */
uint32_t atomic_declared_bits(const struct seq_program *, struct sym_id, const struct model_row *);
/* What it touches; no bytes: nothing. False: STEP_REFINE. */
bool atomic_access(struct execution *, uint32_t inst, struct sym_id, struct prove_access *);

#endif
