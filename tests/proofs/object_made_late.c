/* Objects that are made beside a thread that uses them. */
// PROVED: confirmed
#include <pthread.h>

static pthread_mutex_t lock;
static pthread_rwlock_t both;
static int x;

static void *work(void *a)
{
	pthread_mutex_lock(&lock); // RACE 1
	x++;
	pthread_mutex_unlock(&lock);
	pthread_rwlock_rdlock(&both); // RACE 2
	pthread_rwlock_unlock(&both);
	return a;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, work, NULL);
	pthread_mutex_init(&lock, NULL); // RACE 1
	pthread_rwlock_init(&both, NULL); // RACE 2
	pthread_join(t, NULL);
	return x;
}
