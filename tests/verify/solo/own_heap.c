/* Each thread has memory of its own, which one instruction makes. */
// VERIFY: race-free
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void *one(void *arg)
{
	int *own = malloc(sizeof *own);

	*own = 0;
	for (int i = 0; i < 1000; i++) {
		(*own)++;
		pthread_mutex_lock(&a);
		n += *own;
		pthread_mutex_unlock(&a);
	}
	free(own);
	return arg;
}

int main(void)
{
	pthread_t t[2];

	pthread_create(&t[0], NULL, one, NULL);
	pthread_create(&t[1], NULL, one, NULL);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	return n > 5;
}
