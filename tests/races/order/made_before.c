/* The block is made before the lock is taken, and put there if nobody else has; who finds one reads it without the lock. */
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int *list;
static int nobody[1];
static _Atomic int sum;
static int *own(void)
{
	int *l;

	pthread_mutex_lock(&m);
	l = list;
	if (!l) {
		pthread_mutex_unlock(&m);
		return nobody;
	}
	pthread_mutex_unlock(&m);
	return list;
}
static void make(void)
{
	int *l = calloc(4, sizeof *l);

	if (!l)
		exit(1);
	pthread_mutex_lock(&m);
	if (!list)
		list = l; // NORACE
	else
		free(l);
	pthread_mutex_unlock(&m);
}
static void *worker(void *a)
{
	int *l = own();

	sum += l[0];
	if (l == nobody)
		make();
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
