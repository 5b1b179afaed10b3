/* Two threads start others with a common object of attributes, and each sets the size of the stack in it first. */
#include <limits.h>
#include <pthread.h>
#include <stdio.h>

static pthread_attr_t attributes;

static void *nothing(void *argument)
{
	return argument;
}

static void *starter(void *size)
{
	pthread_t thread;

	for (int i = 0; i < 10; i++) {
		pthread_attr_setstacksize(&attributes, *(size_t *)size); // RACE 1
		if (pthread_create(&thread, &attributes, nothing, NULL) == 0)
			pthread_join(thread, NULL);
	}
	return NULL;
}

int main(void)
{
	size_t small = 1 << 18, large = 1 << 20;
	pthread_t one, two;

	pthread_attr_init(&attributes);
	pthread_create(&one, NULL, starter, &small);
	pthread_create(&two, NULL, starter, &large);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	pthread_attr_destroy(&attributes);
	puts("started");
	return 0;
}
