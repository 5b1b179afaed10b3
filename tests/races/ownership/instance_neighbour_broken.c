/* A list of flows with a lock in each: the walk takes the lock of the first one, and reads them all. */
#include <pthread.h>
#include <stdio.h>

struct flow {
	struct flow *next;
	pthread_mutex_t lock;
	long bytes;
};

static struct flow second = { NULL, PTHREAD_MUTEX_INITIALIZER, 0 };
static struct flow first = { &second, PTHREAD_MUTEX_INITIALIZER, 0 };

static void *receive(void *argument)
{
	struct flow *s = argument;

	for (int i = 0; i < 20; i++) {
		pthread_mutex_lock(&s->lock);
		s->bytes += 100; // RACE 1
		pthread_mutex_unlock(&s->lock);
	}
	return NULL;
}

static long total(struct flow *list)
{
	long sum = 0;

	pthread_mutex_lock(&list->lock);
	for (struct flow *s = list; s; s = s->next)
		sum += s->bytes; // RACE 1
	pthread_mutex_unlock(&list->lock);
	return sum;
}

int main(void)
{
	pthread_t threads[2];

	pthread_create(&threads[0], NULL, receive, &first);
	pthread_create(&threads[1], NULL, receive, &second);
	printf("%d\n", total(&first) >= 0);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	return 0;
}
