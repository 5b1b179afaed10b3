/* Relaxed accesses with fences: the release fence before the store and the acquire fence after the load make the order. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static int message;
static atomic_int sent;

static void *sender(void *argument)
{
	message = 99; // NORACE
	atomic_thread_fence(memory_order_release);
	atomic_store_explicit(&sent, 1, memory_order_relaxed);
	return argument;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, sender, NULL);
	while (!atomic_load_explicit(&sent, memory_order_relaxed))
		continue;
	atomic_thread_fence(memory_order_acquire);
	printf("%d\n", message); // NORACE
	pthread_join(thread, NULL);
	return 0;
}
