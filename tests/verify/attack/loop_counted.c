/* The number of rounds decides which thread comes first: the wide way would take it for any number. */
// VERIFY: race-free
#include <pthread.h>
#include <stdatomic.h>

static int n;
static atomic_int rounds;

static void *worker(void *argument)
{
	for (int i = 0; i < 40; i++)
		atomic_fetch_add(&rounds, 1);
	if (atomic_load(&rounds) == 41)
		n++;
	return argument;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	n++;
	pthread_join(t, NULL);
	return 0;
}
