// Pointers kept in integers, and with tags in their low bits; the low bits alone are no pointer.
#include <stdint.h>
int a, b;
static uintptr_t kept, tagged;
static int *stray;
static int *volatile low;

int *get_kept(void) { return (int *)kept; }
int *get_tagged(void) { return (int *)(tagged & ~(uintptr_t)3); }
int *get_low(void) { return (int *)((uintptr_t)stray & 3); }

static void tag(int *p) { tagged = (uintptr_t)p | 1; }

int main(void)
{
	kept = (uintptr_t)&a;
	tag(&b);
	stray = &a;
	low = get_low();
	return *get_kept() + *get_tagged();
}

/* dump-has points:get_kept
   return -> ... { a }
*/
/* dump-has points:get_tagged
   return -> ... { b }
*/
/* dump-lacks points:get_low
   return -> ... { a }
*/
