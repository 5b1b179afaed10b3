/* Lock, flag and what is made are members of one record; everybody asks again and again. */
#include <pthread.h>
static struct { pthread_mutex_t lock; int ready; int width; } screen = { PTHREAD_MUTEX_INITIALIZER, 0, 0 };
static _Atomic int sum;
static int width(void)
{
	pthread_mutex_lock(&screen.lock);
	if (!screen.ready) {
		screen.width = 80; // NORACE
		screen.ready = 1;
	}
	pthread_mutex_unlock(&screen.lock);
	return screen.width;
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
