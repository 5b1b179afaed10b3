/* The accesses stand before and behind the sections: in one order the lock hands over, in the other it does not. */
// VERIFY: race
#include <pthread.h>

static int data;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *one(void *unused)
{
	data++;
	pthread_mutex_lock(&m);
	
	pthread_mutex_unlock(&m);
	return unused;
}

static void *two(void *unused)
{
	pthread_mutex_lock(&m);
	
	pthread_mutex_unlock(&m);
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
