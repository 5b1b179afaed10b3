/* As pthread_attributes.c, but each thread has its own object. */
#include <limits.h>
#include <pthread.h>
#include <stdio.h>

static void *nothing(void *argument)
{
	return argument;
}

static void *starter(void *size)
{
	pthread_t thread;
	pthread_attr_t attributes;

	pthread_attr_init(&attributes);
	for (int i = 0; i < 10; i++) {
		pthread_attr_setstacksize(&attributes, *(size_t *)size); // NORACE
		if (pthread_create(&thread, &attributes, nothing, NULL) == 0)
			pthread_join(thread, NULL);
	}
	pthread_attr_destroy(&attributes);
	return NULL;
}

int main(void)
{
	size_t small = 1 << 18, large = 1 << 20;
	pthread_t one, two;

	pthread_create(&one, NULL, starter, &small);
	pthread_create(&two, NULL, starter, &large);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	puts("started");
	return 0;
}
