/* As nested_once.c; the initialiser is called before the lock is taken. */
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int table, users;

static void setup(void)
{
	pthread_mutex_lock(&lock); // NOWAIT-HOLDING
	table = 1; // NORACE
	pthread_mutex_unlock(&lock);
}

static void *early(void *argument)
{
	pthread_once(&once, setup);
	return argument;
}

static void *late(void *argument)
{
	pthread_once(&once, setup); // NOWAIT-HOLDING
	pthread_mutex_lock(&lock); // NOWAIT-HOLDING
	users++; // NORACE
	pthread_mutex_unlock(&lock);
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, early, NULL);
	pthread_create(&t2, NULL, late, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
