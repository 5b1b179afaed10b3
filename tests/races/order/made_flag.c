/* What a flag says was made is read behind a call of the maker, without the lock; and so is the flag. */
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int done, value;
static _Atomic int sum;
static void make(void)
{
	pthread_mutex_lock(&m);
	if (!done) {
		value = rand(); // NORACE
		done = 1; // NORACE
	}
	pthread_mutex_unlock(&m);
}
static void *worker(void *a)
{
	make();
	if (done)
		sum += value;
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
