/* The result of the attempt is not looked at. */
// VERIFY: race
#include <pthread.h>

static int data;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *one(void *unused)
{
	pthread_mutex_lock(&m);
	data++;
	pthread_mutex_unlock(&m);
	return unused;
}

static void *two(void *unused)
{
	int got = !pthread_mutex_trylock(&m);
	data++;
	if (got)
		pthread_mutex_unlock(&m);
	return unused;
}

int main(void)
{
	pthread_t id[2];

	pthread_create(&id[0], NULL, one, NULL);
	pthread_create(&id[1], NULL, two, NULL);
	pthread_join(id[0], NULL);
	pthread_join(id[1], NULL);
	return 0;
}
