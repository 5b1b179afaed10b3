/* Two threads that hand over to each other more often than an execution may switch, and only then do what races. */
// search: --define TIMES=40000 --steps 100000000 --switches 1 --seconds 4 race @late @after : not within: 65536 context switches
// search: --define TIMES=3 --replay 1 race @late @after : found: confirmed;
// search: --define TIMES=3 --switches 30 --seconds 60 race @first @after : not within: all schedules: the search is complete
#include <pthread.h>
#include <semaphore.h>

static sem_t ping, pong;
static int x, y;

static void *work(void *a)
{
	y = 1; // @first
	for (int i = 0; i < TIMES; i++) {
		sem_wait(&ping);
		sem_post(&pong);
	}
	x = 1; // @late
	return a;
}

int main(void)
{
	pthread_t t;

	sem_init(&ping, 0, 0);
	sem_init(&pong, 0, 0);
	pthread_create(&t, 0, work, 0);
	for (int i = 0; i < TIMES; i++) {
		sem_post(&ping);
		sem_wait(&pong);
	}
	x = y; // @after
	return 0;
}
