/* A pool of workers each of which puts a job for itself before it takes one. */
#include <pthread.h>
#include <stdlib.h>
struct job { struct job *next; int n; };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static struct job *head;
static int stop;
static int *table;
static _Atomic int sum;
static void put(int n)
{
	struct job *j = malloc(sizeof *j);

	j->n = n;
	pthread_mutex_lock(&m);
	j->next = head;
	head = j;
	pthread_mutex_unlock(&m);
	pthread_cond_signal(&c);
}
static struct job *take(void)
{
	struct job *j;

	pthread_mutex_lock(&m);
	while (head == NULL && !stop)
		pthread_cond_wait(&c, &m);
	j = head;
	if (j != NULL)
		head = j->next;
	pthread_mutex_unlock(&m);
	return j;
}
static void *worker(void *a)
{
	struct job *j;

	put(1);
	while ((j = take()) != NULL) {
		sum += table[j->n]; // RACE 1; RACE 2
		if (j->n > 0)
			put(j->n - 1);
		free(j);
	}
	return a;
}
int main(void)
{
	pthread_t t[3];

	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	table = calloc(10, sizeof *table); // RACE 1
	table[3] = 4; // RACE 2
	put(9);
	pthread_mutex_lock(&m);
	stop = 1;
	pthread_mutex_unlock(&m);
	pthread_cond_broadcast(&c);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	return sum;
}
