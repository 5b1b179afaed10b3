/* As mutex_registry.d, but the size of the registry is read directly. */
#include "registry.h"

#include <pthread.h>
#include <stdio.h>

static const char *names[] = { "http", "ntp", "ssh", "dns" };

static void *announcer(void *argument)
{
	for (int i = 0; i < 400; i++)
		registry_add(names[i % 4], 1000 + i);
	return argument;
}

static void *monitor(void *argument)
{
	int known = 0;

	for (int i = 0; i < 400; i++) {
		known += registry_size; // RACE 1
		known += registry_find(names[i % 4]) >= 0;
	}
	printf("%d\n", known >= 0);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, announcer, NULL);
	pthread_create(&two, NULL, monitor, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
