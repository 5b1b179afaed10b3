/* The table is filled and named by everybody anew, under the lock. */
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
struct entry { int key, value; };
static struct entry first[8];
static struct entry *entries;
static _Atomic int sum;
static void need(void)
{
	pthread_mutex_lock(&m);
	{
		for (int i = 0; i < 8; i++)
			first[i].key = i; // RACE 1
		entries = first; // RACE 2
	}
	pthread_mutex_unlock(&m);
}
static void *worker(void *a)
{
	need();
	sum += entries[3].key; // RACE 1; RACE 2
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
