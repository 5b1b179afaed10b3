/* A lock that the compiler releases at the end of the block, by the cleanup attribute, whichever way the block is left. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int tokens = 5000, refused;

static pthread_mutex_t *acquire(pthread_mutex_t *m)
{
	pthread_mutex_lock(m);
	return m;
}

static void release(pthread_mutex_t **m)
{
	pthread_mutex_unlock(*m);
}

#define SCOPED(m) __attribute__((cleanup(release), unused)) pthread_mutex_t *scoped_lock = acquire(m)

static int take_token(int weight)
{
	{
		SCOPED(&lock);
		if (weight <= tokens) {
			tokens -= weight; // NORACE
			return 1;
		}
		refused++; // NORACE
	}
	return 0; // NOLOCK-LEAK
} // NOLOCK-LEAK

static void *client(void *argument)
{
	for (int i = 0; i < 3000; i++)
		take_token(7);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, client, NULL);
	pthread_create(&two, NULL, client, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d left, %d refused\n", tokens, refused);
	return 0;
}
