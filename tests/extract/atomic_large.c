/* An atomic object too large for one instruction goes through the library, with its size and its order as arguments. */
#include <stdatomic.h>

struct wide {
	long a[5];
};
_Atomic struct wide shared;

struct wide snapshot(void)
{
	return atomic_load_explicit(&shared, memory_order_acquire); // NORACE
}

/* dump-has ir:snapshot
   call ... @__atomic_load(40, @shared, ..., 2)
*/
