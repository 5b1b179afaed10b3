/* An initialiser that runs once waits for a lock, and whoever holds that lock waits for the initialiser. */
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int table, users;

static void setup(void)
{
	pthread_mutex_lock(&lock); // SELF-DEADLOCK; WAIT-HOLDING 1 missed: who waits at a once for the one that runs it
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
	pthread_mutex_lock(&lock); // WAIT-HOLDING 1 missed
	users++; // NORACE
	pthread_once(&once, setup); // WAIT-HOLDING 1 missed
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
