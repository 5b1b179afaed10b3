/* A function in the manner of strerror: each thread has a buffer of its own, found by a key. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_key_t key;

static char *describe(int number)
{
	char *buffer = pthread_getspecific(key);

	if (!buffer) {
		buffer = malloc(32);
		if (!buffer)
			abort();
		pthread_setspecific(key, buffer);
	}
	snprintf(buffer, 32, "error %d", number); // NORACE
	return buffer;
}

static void *client(void *argument)
{
	int eights = 0;

	for (int i = 0; i < 500; i++)
		eights += describe(i)[6] == '8'; // NORACE
	printf("%d\n", eights);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_key_create(&key, free);
	pthread_create(&one, NULL, client, NULL);
	pthread_create(&two, NULL, client, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	pthread_key_delete(key);
	return 0;
}
