/* Two buffers: the writer fills one and swaps them under the lock; the reader takes the pointer under the lock, but reads the
 * buffer later, when the writer may be filling it again. */
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
			back[i] = frame; // RACE 1
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
	pthread_mutex_unlock(&lock);
	for (int i = 0; i < 8; i++)
		sum += shown[i]; // RACE 1
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
