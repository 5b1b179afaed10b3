/* A pointer to memory of its own is left where another thread finds it. */
// VERIFY: race
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static int *left;
static int n;

static void *one(void *arg)
{
	int *own = malloc(sizeof *own);

	*own = 1;
	pthread_mutex_lock(&a);
	left = own;
	pthread_mutex_unlock(&a);
	for (int i = 0; i < 1000; i++)
		(*own)++;
	return arg;
}

static void *two(void *arg)
{
	for (int i = 0; i < 1000; i++) {
		pthread_mutex_lock(&a);
		int *found = left;
		pthread_mutex_unlock(&a);
		if (found)
			(*found)++;
	}
	return arg;
}

int main(void)
{
	pthread_t t[2];

	pthread_create(&t[0], NULL, one, NULL);
	pthread_create(&t[1], NULL, two, NULL);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	return n > 5;
}
