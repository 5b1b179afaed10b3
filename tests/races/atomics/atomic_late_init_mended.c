/* As atomic_late_init.c, but the value is set by an atomic store. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int limit;

static void *watcher(void *argument)
{
	int seen = 0;

	for (int i = 0; i < 1000; i++)
		seen += atomic_load(&limit); // NORACE
	printf("%d\n", seen >= 0);
	return argument;
}

static void configure(int value)
{
	atomic_store(&limit, value); // NORACE
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, watcher, NULL);
	configure(1);
	pthread_join(thread, NULL);
	return 0;
}
