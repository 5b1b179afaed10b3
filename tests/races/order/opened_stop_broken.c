/* The same, but the other one who puts is started before the setting is made. */
#include <pthread.h>
#include <stdlib.h>
struct job { struct job *next; int n; };
struct queue { pthread_mutex_t m; pthread_cond_t c; struct job *head; int stop; };
static struct queue queue = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, NULL, 0 };
static int scale, total;
static void put(struct queue *q, int n)
{
	struct job *j = malloc(sizeof *j);

	j->n = n;
	pthread_mutex_lock(&q->m);
	j->next = q->head;
	q->head = j;
	pthread_cond_signal(&q->c);
	pthread_mutex_unlock(&q->m);
}
static void *worker(void *a)
{
	struct queue *q = a;

	for (;;) {
		pthread_mutex_lock(&q->m);
		while (!q->head && !q->stop)
			pthread_cond_wait(&q->c, &q->m);
		struct job *j = q->head;
		if (!j) {
			pthread_mutex_unlock(&q->m);
			return NULL;
		}
		q->head = j->next;
		pthread_mutex_unlock(&q->m);
		total += j->n * scale; // RACE 1
		free(j);
	}
}
static void *producer(void *a)
{
	put(&queue, 4);
	return a;
}
int main(void)
{
	pthread_t t, u;

	pthread_create(&t, NULL, worker, &queue);
	pthread_create(&u, NULL, producer, NULL);
	scale = 3; // RACE 1
	put(&queue, 1);
	pthread_join(u, NULL);
	pthread_mutex_lock(&queue.m);
	queue.stop = 1;
	pthread_cond_signal(&queue.c);
	pthread_mutex_unlock(&queue.m);
	pthread_join(t, NULL);
	return total;
}
