// Who starts the thread holds the lock until the id is stored, and the thread takes it before it looks.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_t id;

static void *worker(void *arg)
{
	pthread_mutex_lock(&m);
	if (pthread_equal(id, pthread_self())) // NORACE
		puts("it is me");
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_mutex_lock(&m);
	pthread_create(&id, NULL, worker, NULL); // NORACE
	pthread_mutex_unlock(&m);
	pthread_join(id, NULL);
	return 0;
}
