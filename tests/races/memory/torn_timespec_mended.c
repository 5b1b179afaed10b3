/* The time of the last packet is a struct of two words, stored and read as a whole under a spin lock. */
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static struct timespec last_packet;
static pthread_spinlock_t lock;

static void *receive(void *argument)
{
	for (int i = 0; i < 10; i++) {
		pthread_spin_lock(&lock);
		clock_gettime(CLOCK_MONOTONIC, &last_packet); // NORACE
		pthread_spin_unlock(&lock);
	}
	return argument;
}

static long idle_seconds(void)
{
	struct timespec last, now;

	pthread_spin_lock(&lock);
	last = last_packet; // NORACE
	pthread_spin_unlock(&lock);
	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec - last.tv_sec;
}

int main(void)
{
	pthread_t receiver;

	pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
	pthread_create(&receiver, NULL, receive, NULL);
	printf("%d\n", idle_seconds() >= 0);
	pthread_join(receiver, NULL);
	return 0;
}
