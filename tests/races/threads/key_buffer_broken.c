/* As key_buffer.c, but all threads store the address of the same buffer: only the pointer is the thread's own. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_key_t key;
static char common[32];

static char *describe(int number)
{
	char *buffer = pthread_getspecific(key);

	if (!buffer) {
		buffer = common;
		if (!buffer)
			abort();
		pthread_setspecific(key, buffer);
	}
	snprintf(buffer, 32, "error %d", number); // RACE 1; NORACE reported: the same buffer, found a second time by another name
	return buffer;
}

static void *client(void *argument)
{
	int eights = 0;

	for (int i = 0; i < 500; i++)
		eights += describe(i)[6] == '8'; // RACE 1
	printf("%d\n", eights);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_key_create(&key, NULL);
	pthread_create(&one, NULL, client, NULL);
	pthread_create(&two, NULL, client, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	pthread_key_delete(key);
	return 0;
}
