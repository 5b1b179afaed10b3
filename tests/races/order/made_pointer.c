/* A table is made under the lock by whoever comes first. Behind that nobody makes it again, so it is read without. */
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int *table;
static _Atomic int sum;
static int *get(void)
{
	pthread_mutex_lock(&m);
	if (!table) {
		int *t = malloc(10 * sizeof *t);

		if (!t)
			abort();
		t[0] = 5;
		table = t; // NORACE
	}
	pthread_mutex_unlock(&m);
	return table;
}
static void *worker(void *a)
{
	sum += get()[0];
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
