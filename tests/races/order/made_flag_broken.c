/* The flag is taken back once, under the lock: then somebody makes it again. */
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int done, value;
static _Atomic int sum;
static void make(void)
{
	pthread_mutex_lock(&m);
	if (!done) {
		value = rand(); // RACE 1
		done = 1; // RACE 2
	}
	pthread_mutex_unlock(&m);
}
static void forget(void)
{
	pthread_mutex_lock(&m);
	done = 0; // RACE 2
	pthread_mutex_unlock(&m);
}
static void *worker(void *a)
{
	make();
	if (done) // RACE 2
		sum += value; // RACE 1
	forget();
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
