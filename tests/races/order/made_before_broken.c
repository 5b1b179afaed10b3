/* Who has found none reads the pointer again, without the lock. */
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int *list;
static int nobody[1];
static _Atomic int sum;
static int *own(void)
{
	pthread_mutex_lock(&m);
	sum++;
	pthread_mutex_unlock(&m);
	return list ? list : nobody; // RACE 1
}
static void make(void)
{
	int *l = calloc(4, sizeof *l);

	if (!l)
		exit(1);
	pthread_mutex_lock(&m);
	if (!list)
		list = l; // RACE 1
	else
		free(l); // NORACE reported: that the block is in the list on the other way only is not known
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
