/* As mutex_swap.c, but the reader copies what it needs while it holds the lock. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int buffers[2][8];
static int *front = buffers[0], *back = buffers[1];

static void *writer(void *argument)
{
	for (int frame = 1; frame < 300; frame++) {
		int *swapped;
		for (int i = 0; i < 8; i++)
			back[i] = frame; // NORACE reported: the buffer that is not in front is the writer's own
		pthread_mutex_lock(&lock);
		swapped = front; // NORACE
		front = back; // NORACE
		pthread_mutex_unlock(&lock);
		back = swapped; // NORACE
	}
	return argument;
}

static int frame_sum(void)
{
	int *shown;
	int sum = 0;

	pthread_mutex_lock(&lock);
	shown = front; // NORACE
	for (int i = 0; i < 8; i++)
		sum += shown[i]; // NORACE
	pthread_mutex_unlock(&lock);
	return sum;
}

int main(void)
{
	pthread_t thread;
	int sum = 0;

	pthread_create(&thread, NULL, writer, NULL);
	for (int i = 0; i < 300; i++)
		sum += frame_sum();
	pthread_join(thread, NULL);
	printf("%d\n", sum > 0);
	return 0;
}
