/* As endless_block.c; both take the input first. */
#include <pthread.h>

static pthread_mutex_t input = PTHREAD_MUTEX_INITIALIZER, output = PTHREAD_MUTEX_INITIALIZER;
static int moved;

static void *feed(void *arg)
{
	(void)arg;
	for (;;) {
		pthread_mutex_lock(&input);
		pthread_mutex_lock(&output);
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
		pthread_mutex_lock(&input);
		pthread_mutex_lock(&output);
		moved--; // NORACE
		pthread_mutex_unlock(&output);
		pthread_mutex_unlock(&input);
	}
}
