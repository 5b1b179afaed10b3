/* The first member of the first element is named as all others are. */
#include <pthread.h>

static struct {
	int hits, misses;
} count[2];
static int plain[4];

static void *work(void *unused)
{
	count[0].hits++; // RACE 1
	count[1].misses++; // RACE 2
	plain[0]++; // RACE 3
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	count[0].hits++; // RACE 1
	count[1].misses++; // RACE 2
	plain[0]++; // RACE 3
	pthread_join(t, 0);
	return 0;
}

/* dump-has race
   count[...].hits: 3 of 3 pairs
*/
/* dump-has race
   count[...].misses: 3 of 3 pairs
*/
/* dump-has race
   plain[...]: 3 of 3 pairs
*/
