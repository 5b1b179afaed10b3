/* There are two queues, and main has put a job in the other one. */
#include <pthread.h>
#include <stdlib.h>
struct job { struct job *next; int n; };
struct queue { pthread_mutex_t m; pthread_cond_t c; struct job *first; };
static struct { int width, height; } format;
static int total;
static struct queue *make(void)
{
	struct queue *q = calloc(1, sizeof *q);

	pthread_mutex_init(&q->m, NULL);
	pthread_cond_init(&q->c, NULL);
	return q;
}
static void put(struct queue *q, int n)
{
	struct job *j = malloc(sizeof *j);

	j->n = n;
	pthread_mutex_lock(&q->m);
	j->next = q->first;
	q->first = j;
	pthread_cond_signal(&q->c);
	pthread_mutex_unlock(&q->m);
}
static void *worker(void *a)
{
	struct queue *q = a;
	int n;

	do {
		struct job *j;

		pthread_mutex_lock(&q->m);
		while (!q->first)
			pthread_cond_wait(&q->c, &q->m);
		j = q->first;
		q->first = j->next;
		pthread_mutex_unlock(&q->m);
		n = j->n;
		total += n * format.width; // RACE 1
		free(j);
	} while (n);
	return NULL;
}
int main(void)
{
	struct queue *q = make(), *other = make();
	pthread_t t;

	pthread_create(&t, NULL, worker, other);
	put(other, 3);
	format.width = 640; // RACE 1
	put(q, 1);
	put(q, 0);
	put(other, 0);
	pthread_join(t, NULL);
	return total;
}
