/* Both threads run for ever, in a loop without a branch: it is one block, which leads to itself only. */
#include <pthread.h>

static pthread_mutex_t input = PTHREAD_MUTEX_INITIALIZER, output = PTHREAD_MUTEX_INITIALIZER;
static int moved;

static void *feed(void *arg)
{
	(void)arg;
	for (;;) {
		pthread_mutex_lock(&input);
		pthread_mutex_lock(&output); // DEADLOCK 1
		moved++; // NORACE
		pthread_mutex_unlock(&output);
		pthread_mutex_unlock(&input);
	}
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, feed, NULL);
	for (;;) {
		pthread_mutex_lock(&output);
		pthread_mutex_lock(&input); // DEADLOCK 1
		moved--; // NORACE
		pthread_mutex_unlock(&input);
		pthread_mutex_unlock(&output);
	}
}
