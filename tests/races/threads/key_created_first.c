/* As key_created_late.c; the key is there before the thread. */
#include <pthread.h>

static pthread_key_t key;

static void *worker(void *arg)
{
	(void)arg;
	return pthread_getspecific(key); // NORACE
}

int main(void)
{
	pthread_t t;

	pthread_key_create(&key, NULL); // NORACE
	pthread_create(&t, NULL, worker, NULL);
	pthread_join(t, NULL);
	return 0;
}
