/* The worker looks now and then, without a condition; a function says whether there is something. */
#include <pthread.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int orders;
static double price;
static double turnover;
static int any_order(void)
{
	int n;

	pthread_mutex_lock(&m);
	n = orders;
	pthread_mutex_unlock(&m);
	return n;
}
static void *shop(void *a)
{
	for (int i = 0; i < 100; i++) {
		if (any_order() > 0) {
			turnover += price;
			pthread_mutex_lock(&m);
			orders--;
			pthread_mutex_unlock(&m);
		}
		usleep(1000);
	}
	return a;
}
static void *buyer(void *a)
{
	pthread_mutex_lock(&m);
	orders++;
	pthread_mutex_unlock(&m);
	return a;
}
int main(void)
{
	pthread_t t, u, v;

	pthread_create(&t, NULL, shop, NULL);
	price = 1.5; // NORACE
	pthread_create(&u, NULL, buyer, NULL);
	pthread_create(&v, NULL, buyer, NULL);
	pthread_join(u, NULL);
	pthread_join(v, NULL);
	pthread_join(t, NULL);
	return turnover > 2;
}
