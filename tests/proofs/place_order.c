/* Which of two variables comes first is anybody's choice. Either way there is a race, but the execution that was found is that of one
 * of them. */
// PROVED: assuming
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static int shared;
static char one, other;

static void *work(void *unused)
{
	if (&one < &other || &other < &one)
		shared++; // RACE
	return unused;
}

int main(void)
{
	pthread_t t, u;

	pthread_create(&t, 0, work, 0);
	pthread_create(&u, 0, work, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
