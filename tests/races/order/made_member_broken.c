/* The look at the flag is in front of the lock, and there is none behind it. */
#include <pthread.h>
static struct { pthread_mutex_t lock; int ready; int width; } screen = { PTHREAD_MUTEX_INITIALIZER, 0, 0 };
static _Atomic int sum;
static int width(void)
{
	if (!screen.ready) { // RACE 1
		pthread_mutex_lock(&screen.lock);
		screen.width = 80; // RACE 2
		screen.ready = 1; // RACE 1
		pthread_mutex_unlock(&screen.lock);
	}
	return screen.width; // RACE 2
}
static void *worker(void *a)
{
	for (int i = 0; i < 10; i++)
		sum += width();
	return a;
}
int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return sum;
}
