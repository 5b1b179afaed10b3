/* Data handed over by a condition: it is written before the flag is set under the lock, and read after the flag was seen under
 * the lock. The data itself needs no lock. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;
static struct {
	int width, height;
} image;

static void announce(void)
{
	pthread_mutex_lock(&lock);
	ready = 1; // NORACE
	pthread_cond_signal(&changed);
	pthread_mutex_unlock(&lock);
}

static void *loader(void *argument)
{
	image.width = 640; // NORACE
	image.height = 480; // NORACE
	announce();
	return argument;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, loader, NULL);
	pthread_mutex_lock(&lock);
	while (!ready) // NORACE
		pthread_cond_wait(&changed, &lock);
	pthread_mutex_unlock(&lock);
	printf("%d x %d\n", image.width, image.height); // NORACE
	pthread_join(thread, NULL);
	return 0;
}
