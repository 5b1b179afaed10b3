/* The clerk sends a first parcel that nobody has ordered. */
#include <pthread.h>
#include <semaphore.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int orders;
static sem_t parcels;
static int price, paid;
static void order(void)
{
	pthread_mutex_lock(&m);
	orders++;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
}
static void *clerk(void *a)
{
	sem_post(&parcels);
	for (int i = 0; i < 3; i++) {
		pthread_mutex_lock(&m);
		while (!orders)
			pthread_cond_wait(&c, &m);
		orders--;
		pthread_mutex_unlock(&m);
		sem_post(&parcels);
	}
	return a;
}
static void *driver(void *a)
{
	for (int i = 0; i < 4; i++) {
		while (sem_wait(&parcels))
			continue;
		paid += price; // RACE 1
	}
	return a;
}
static void *customer(void *a)
{
	order();
	order();
	return a;
}
int main(void)
{
	pthread_t t, u, v[2];

	sem_init(&parcels, 0, 0);
	pthread_create(&t, NULL, clerk, NULL);
	pthread_create(&u, NULL, driver, NULL);
	price = 3; // RACE 1
	for (int i = 0; i < 2; i++)
		pthread_create(&v[i], NULL, customer, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(v[i], NULL);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	return paid;
}
