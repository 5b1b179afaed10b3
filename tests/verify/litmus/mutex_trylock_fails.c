/* That the attempt fails shows that the first thread has the lock, behind its write; but it orders nothing. */
// VERIFY: race
#include <pthread.h>

static int data;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *one(void *unused)
{
	data++;
	pthread_mutex_lock(&m);
	return unused;
}

static void *two(void *unused)
{
	if (pthread_mutex_trylock(&m))
		data++;
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
