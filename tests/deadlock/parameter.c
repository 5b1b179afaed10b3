/* A parameter says whether the caller holds the lock already. One caller says no, and holds it. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int entries;

static void add_entry(int locked)
{
	if (!locked)
		pthread_mutex_lock(&lock); // SELF-DEADLOCK
	entries++; // NORACE
	if (!locked)
		pthread_mutex_unlock(&lock);
}

static void *single(void *argument)
{
	add_entry(0);
	return argument;
}

static void *many(void *argument)
{
	pthread_mutex_lock(&lock);
	for (int i = 0; i < 3; i++)
		add_entry(0);
	pthread_mutex_unlock(&lock);
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, single, NULL);
	pthread_create(&t2, NULL, many, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
