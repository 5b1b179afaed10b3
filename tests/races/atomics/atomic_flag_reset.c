/* Taken by an exchange, but it is counted up and down as well, and so it is free while somebody is inside, for a third
 * thread: no lock. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int busy;
static int reports;

static void *worker(void *argument)
{
	for (int i = 0; i < 100; i++) {
		if (atomic_exchange(&busy, 1))
			continue;
		reports++; // RACE 1
		atomic_store(&busy, 0);
		atomic_fetch_sub(&busy, 1); /* makes room for one more */
		atomic_fetch_add(&busy, 1);
	}
	return argument;
}

int main(void)
{
	pthread_t one, two, three;

	pthread_create(&one, NULL, worker, NULL);
	pthread_create(&two, NULL, worker, NULL);
	pthread_create(&three, NULL, worker, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	pthread_join(three, NULL);
	printf("%d\n", reports);
	return 0;
}
