/* Fences order memory between threads; a signal fence orders this thread against its own handlers only. */
#include <stdatomic.h>

void fences(void)
{
	atomic_thread_fence(memory_order_release);
	atomic_thread_fence(memory_order_acquire);
	__sync_synchronize();
	atomic_signal_fence(memory_order_acq_rel);
}

/* dump-has ir:fences
   fence release  ;
   fence acquire  ;
   fence seq_cst  ;
   fence acq_rel signal  ;
*/
