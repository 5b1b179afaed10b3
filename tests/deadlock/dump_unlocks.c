/* racerx, 6.5: the unlock sets of foo, line by line, as the text prints them. */
#include <pthread.h>

static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
static int shared;

void foo(int x)
{
	if (x)
		pthread_mutex_lock(&l);
	shared++; // RACE
	if (x)
		pthread_mutex_unlock(&l);
}

/* dump-has lockset:foo
   line 9: unlocks {}
   line 10: unlocks {l}
   line 12: unlocks {l}
   line 13: unlocks {l}
   line 14: unlocks {}
*/
