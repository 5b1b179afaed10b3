// FLAGS: -- -mcx16
/* A pointer with its counter, exchanged as one: sixteen bytes at once, not a library call. */
struct head {
	void *top;
	unsigned long count;
} __attribute__((aligned(16)));

struct head stack;

_Bool push(struct head *old, struct head new)
{
	return __atomic_compare_exchange(&stack, old, &new, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE); // NORACE: *old is written where the exchange fails, and is the caller's own
}

unsigned __int128 word;

_Bool swap(unsigned __int128 old, unsigned __int128 new)
{
	return __sync_bool_compare_and_swap(&word, old, new);
}

/* dump-has ir:swap
   cmpxchg ... @word, ... seq_cst seq_cst
*/
