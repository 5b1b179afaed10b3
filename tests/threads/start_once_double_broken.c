/* As start_once_double.c without the second look: who has waited for the lock starts another thread. */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int rounds, started;

static void *reap(void *unused)
{
	rounds++; // RACE 1
	return unused;
}

static void need(void)
{
	pthread_t thread;

	if (__atomic_load_n(&started, __ATOMIC_ACQUIRE))
		return;
	pthread_mutex_lock(&lock);
	pthread_create(&thread, NULL, reap, NULL);
	__atomic_store_n(&started, 1, __ATOMIC_RELEASE);
	pthread_mutex_unlock(&lock);
}

static void *client(void *unused)
{
	need();
	return unused;
}

int main(void)
{
	pthread_t thread[4];

	for (int i = 0; i < 4; i++)
		pthread_create(&thread[i], NULL, client, NULL);
	for (int i = 0; i < 4; i++)
		pthread_join(thread[i], NULL);
	return 0;
}
