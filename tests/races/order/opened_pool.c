/* A pool of workers that put jobs themselves, having taken one; the table is made when they are there already. */
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

	while ((j = take()) != NULL) {
		sum += table[j->n];
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
	table = calloc(10, sizeof *table); // NORACE
	table[3] = 4; // NORACE
	put(9);
	pthread_mutex_lock(&m);
	stop = 1;
	pthread_mutex_unlock(&m);
	pthread_cond_broadcast(&c);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	return sum;
}
