/* The dictionary is loaded by the first reader that misses it, and by all others that miss it meanwhile: they are readers, and
 * hold the lock together. */
#include <pthread.h>
#include <stdio.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int loaded, dictionary;

static int lookup(void)
{
	int value;

	pthread_rwlock_rdlock(&lock);
	if (!loaded) { // RACE 1
		dictionary = 42; // RACE 2
		loaded = 1; // RACE 1
	}
	value = dictionary; // RACE 2
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
