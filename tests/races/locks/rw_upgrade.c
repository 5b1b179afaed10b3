/* From reader to writer: the lock is given back, taken alone, and the question is asked again before anything is written. */
#include <pthread.h>
#include <stdio.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int loaded, dictionary;

static int lookup(void)
{
	int value;

	pthread_rwlock_rdlock(&lock);
	if (!loaded) { // NORACE
		pthread_rwlock_unlock(&lock);
		pthread_rwlock_wrlock(&lock);
		if (!loaded) {
			dictionary = 42; // NORACE
			loaded = 1; // NORACE
		}
	}
	value = dictionary; // NORACE
	pthread_rwlock_unlock(&lock);
	return value;
}

static void *client(void *argument)
{
	printf("%d\n", lookup());
	return argument;
}

int main(void)
{
	pthread_t clients[3];

	for (int i = 0; i < 3; i++)
		pthread_create(&clients[i], NULL, client, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(clients[i], NULL);
	return 0;
}
