/* A semaphore that cannot be taken at once says EAGAIN, or EINTR (POSIX, sem_trywait): never anything else. */
// PROVED: assuming
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t one;
static int shared;

static void *work(void *unused)
{
	if (sem_trywait(&one) == 0) {
		shared++; // NORACE
		sem_post(&one);
	} else if (errno != EAGAIN && errno != EINTR) {
		shared++; // NORACE reported: the prover does not know what errno is, and says so
	}
	return unused;
}

int main(void)
{
	pthread_t t, u;

	sem_init(&one, 0, 1);
	pthread_create(&t, 0, work, 0);
	pthread_create(&u, 0, work, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
