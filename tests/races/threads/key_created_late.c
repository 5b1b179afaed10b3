/* The key is created while a thread may use it already: pthread_key_create stores it. */
#include <pthread.h>

static pthread_key_t key;

static void *worker(void *arg)
{
	(void)arg;
	return pthread_getspecific(key); // RACE 1
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	pthread_key_create(&key, NULL); // RACE 1
	pthread_join(t, NULL);
	return 0;
}
