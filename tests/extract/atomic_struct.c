/* An atomic struct of one machine word is one access of the word, not one of each member. */
#include <stdatomic.h>

struct pair {
	unsigned short low, high;
	unsigned tag;
};
_Atomic struct pair shared;

unsigned tag_of(void)
{
	struct pair p = atomic_load(&shared);

	return p.tag;
}

void set(struct pair p)
{
	atomic_store_explicit(&shared, p, memory_order_release);
}

/* dump-has ir:tag_of
   load i64 @shared seq_cst
*/

/* dump-has ir:set
   store i64 @shared, ... release
*/
