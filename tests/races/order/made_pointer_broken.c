/* There may be no memory: then the next one makes the table again, while others read the pointer. */
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

		if (t)
			t[0] = 5; // RACE 2
		table = t; // RACE 1
	}
	pthread_mutex_unlock(&m);
	return table; // RACE 1
}
static void *worker(void *a)
{
	int *t = get();

	sum += t ? t[0] : 0; // RACE 2
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
