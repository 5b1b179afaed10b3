/* As cond_flag.c, but the flag is set before the data is complete. */
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
	announce();
	image.height = 480; // RACE 1
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
	printf("%d x %d\n", image.width, image.height); // RACE 1
	pthread_join(thread, NULL);
	return 0;
}
