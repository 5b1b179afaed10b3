/* Handlers of faults. SIGSEGV and its like come from what a thread does itself, and are handled in that thread, which stands
 * still at the fault and does not go on beside its handler. So the handler meets a thread only while there is another one that
 * the fault may be in.
 *
 *     sigaction(SIGSEGV, report);  stage = 1;  create(worker);  stage = 2;       report reads stage: meets the second store, not
 *                                                                                the first
 *
 * Assumed: nobody sends such a signal on purpose. */
#include "threads/running.h"

/* As Linux numbers them on all machines but alpha, mips, parisc and sparc. */
static bool is_fault(int64_t number)
{
	enum { ILL = 4, TRAP = 5, ABRT = 6, BUS = 7, FPE = 8, SEGV = 11 };

	return (number >= ILL && number <= FPE) || number == SEGV;
}

void faults_find(struct running *r)
{
	for (uint32_t k = 1; k < r->class.n; k++) {
		struct class *c = &r->class.at[k];
		c->fault = c->kind == ROOT_HANDLER && c->model == MODEL_KIND_SIGNAL && c->edge.n;
		for (uint32_t i = 0; c->fault && i < c->edge.n; i++)
			c->fault = is_fault(signal_number(r, &r->c->edge.at[c->edge.at[i]]));
	}
}

bool fault_is_own(const struct running *r, uint32_t beside)
{
	for (uint32_t k = bits_next(&r->bits, beside, 1); k != UINT32_MAX; k = bits_next(&r->bits, beside, k + 1))
		if (r->class.at[k].kind != ROOT_HANDLER || r->class.at[k].model != MODEL_KIND_SIGNAL)
			return false;
	return true;
}
