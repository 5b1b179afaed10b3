/* A dispatcher takes jobs out of the queue and has them for itself; the reporter walks the queue in one hold of its lock. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct job {
	struct job *next;
	int priority;
	long cost;
};

struct queue {
	pthread_mutex_t lock;
	struct job *head;
	int length;
};

static struct queue pending = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void push(struct queue *q, int priority)
{
	struct job *j = calloc(1, sizeof *j);

	if (!j)
		abort();
	j->priority = priority;
	pthread_mutex_lock(&q->lock);
	j->next = q->head;
	q->head = j;
	q->length++;
	pthread_mutex_unlock(&q->lock);
}

static struct job *pop(struct queue *q)
{
	struct job *j;

	pthread_mutex_lock(&q->lock);
	j = q->head;
	if (j) {
		q->head = j->next;
		q->length--;
	}
	pthread_mutex_unlock(&q->lock);
	return j;
}

static void *dispatcher(void *argument)
{
	struct job *j;

	while ((j = pop(&pending)) != NULL) {
		j->cost = j->priority * 3L; // NORACE
		j->next = NULL;
	}
	return argument;
}

static void *reporter(void *argument)
{
	struct job *cursor;
	long sum = 0;

	pthread_mutex_lock(&pending.lock);
	cursor = pending.head;
	if (cursor)
		sum += cursor->cost; // NORACE
	pthread_mutex_unlock(&pending.lock);
	printf("%ld\n", sum);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	for (int i = 0; i < 100; i++)
		push(&pending, i);
	pthread_create(&one, NULL, dispatcher, NULL);
	pthread_create(&two, NULL, reporter, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
