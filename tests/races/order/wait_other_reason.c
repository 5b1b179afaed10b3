/* Who asks why a lock was not taken, and for the wrong reason: an error that is no failure of a wait says nothing about the others. */
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t gate;
static int tried, invalid, waited, closed;

static void try_once(void)
{
	if (pthread_mutex_trylock(&lock) == EBUSY)
		return;
	tried++; // NORACE
	pthread_mutex_unlock(&lock);
}

static void try_wrong(void)
{
	int error = pthread_mutex_trylock(&lock);

	if (error == EINVAL)
		return;
	invalid++; // RACE 1
	if (!error)
		pthread_mutex_unlock(&lock);
}

static void wait_for(void)
{
	while (sem_wait(&gate) != 0)
		if (errno != EINTR)
			return;
	waited++; // NORACE
	sem_post(&gate);
}

/* errno is that of close */
static void wait_wrong(void)
{
	int failed = sem_trywait(&gate);

	close(-1);
	if (failed && errno == EINTR)
		return;
	closed++; // RACE 2
	if (!failed)
		sem_post(&gate);
}

static void *worker(void *argument)
{
	for (int i = 0; i < 100; i++) {
		try_once();
		try_wrong();
		wait_for();
		wait_wrong();
	}
	return argument;
}

int main(void)
{
	pthread_t one, two;

	sem_init(&gate, 0, 1);
	pthread_create(&one, NULL, worker, NULL);
	pthread_create(&two, NULL, worker, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d %d %d %d\n", tried, invalid, waited, closed);
	return 0;
}
