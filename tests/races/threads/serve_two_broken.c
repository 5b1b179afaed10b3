/* serve(&serial) has one worker: its tasks do not overlap. serve(&wide) has two. */
#include <pthread.h>
#include <stdlib.h>
struct task { struct task *next; void (*run)(void *); void *arg; };
struct queue { pthread_mutex_t lock; pthread_cond_t more; struct task *head; int stop; };
static struct queue serial = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, NULL, 0 };
static struct queue wide = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, NULL, 0 };
static int lines;
static _Atomic int bytes;
static void post(struct queue *q, void (*run)(void *), void *arg)
{
	struct task *t = malloc(sizeof *t);

	t->run = run;
	t->arg = arg;
	pthread_mutex_lock(&q->lock);
	t->next = q->head;
	q->head = t;
	pthread_cond_signal(&q->more);
	pthread_mutex_unlock(&q->lock);
}
static void *serve(void *a)
{
	struct queue *q = a;

	for (;;) {
		struct task *t;

		pthread_mutex_lock(&q->lock);
		while (!q->head && !q->stop)
			pthread_cond_wait(&q->more, &q->lock);
		t = q->head;
		if (t)
			q->head = t->next;
		pthread_mutex_unlock(&q->lock);
		if (!t)
			return NULL;
		t->run(t->arg);
		free(t);
	}
}
static void log_line(void *a)
{
	(void)a;
	lines++; // RACE 1
}
static void count_bytes(void *a)
{
	(void)a;
	bytes++;
}
static void finish(struct queue *q)
{
	pthread_mutex_lock(&q->lock);
	q->stop = 1;
	pthread_cond_broadcast(&q->more);
	pthread_mutex_unlock(&q->lock);
}
int main(void)
{
	pthread_t one, two, three;

	pthread_create(&one, NULL, serve, &serial);
	pthread_create(&two, NULL, serve, &wide);
	pthread_create(&three, NULL, serve, &wide);
	for (int i = 0; i < 20; i++) {
		post(&wide, log_line, NULL);
		post(&wide, count_bytes, NULL);
	}
	finish(&serial);
	finish(&wide);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	pthread_join(three, NULL);
	return 0;
}
