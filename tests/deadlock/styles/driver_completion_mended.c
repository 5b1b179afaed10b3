/* A driver without a main: who unbinds waits for the worker without the mutex. */
// FLAGS: --rule deadlock --rule wait-holding --rule self-deadlock
#include <pthread.h>
#include <semaphore.h>

struct device {
	pthread_mutex_t lock;
	sem_t idle;
	int users;
};

static struct device dev = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void *drain(void *arg)
{
	pthread_mutex_lock(&dev.lock);
	dev.users = 0;
	pthread_mutex_unlock(&dev.lock);
	sem_post(&dev.idle);
	return arg;
}

void device_bind(void)
{
	sem_init(&dev.idle, 0, 0);
}

void device_unbind(void)
{
	pthread_t t;

	pthread_create(&t, NULL, drain, NULL);
	pthread_mutex_lock(&dev.lock);
	dev.users--;
	pthread_mutex_unlock(&dev.lock);
	sem_wait(&dev.idle);
}
