/* One of the threads, whichever the barrier elects, adds the parts up; a second barrier keeps the others away until then. */
#include <pthread.h>
#include <stdio.h>

#define THREADS 3

static pthread_barrier_t meeting;
static long part[THREADS], total;

static void *work(void *argument)
{
	long me = (long)argument;

	for (int i = 0; i < 100; i++)
		part[me] += i * me; // NORACE
	if (pthread_barrier_wait(&meeting) == PTHREAD_BARRIER_SERIAL_THREAD)
		for (int i = 0; i < THREADS; i++)
			total += part[i]; // NORACE reported: that one is elected between two barriers is not understood
	pthread_barrier_wait(&meeting);
	if (part[me] > total) // NORACE
		puts("impossible");
	return NULL;
}

int main(void)
{
	pthread_barrierattr_t attributes;
	pthread_t thread[THREADS];
	int shared;

	pthread_barrierattr_init(&attributes);
	pthread_barrierattr_setpshared(&attributes, PTHREAD_PROCESS_PRIVATE);
	pthread_barrierattr_getpshared(&attributes, &shared);
	pthread_barrier_init(&meeting, &attributes, THREADS);
	pthread_barrierattr_destroy(&attributes);
	for (long i = 0; i < THREADS; i++)
		pthread_create(&thread[i], NULL, work, (void *)i);
	for (int i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	printf("%ld %d\n", total, shared);
	return 0;
}
