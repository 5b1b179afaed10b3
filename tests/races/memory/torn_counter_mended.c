/* A 64-bit counter that is atomic. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

static struct {
	_Atomic uint64_t bytes_sent;
} traffic;

static void *sender(void *argument)
{
	for (int i = 0; i < 20; i++)
		traffic.bytes_sent += 1u << 30; // NORACE
	return argument;
}

static void show(void)
{
	for (int i = 0; i < 5; i++)
		printf("%d\n", traffic.bytes_sent % 2 == 0); // NORACE
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, sender, NULL);
	show();
	pthread_join(thread, NULL);
	return 0;
}
