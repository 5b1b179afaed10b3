/* As take_stale_wait.c, but the head is read before the wait, which lets others take it out. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct message {
	struct message *next;
	int size, seen;
};

static struct {
	pthread_mutex_t lock;
	pthread_cond_t more;
	struct message *head;
	int closed;
} box = { .lock = PTHREAD_MUTEX_INITIALIZER, .more = PTHREAD_COND_INITIALIZER };

static void *sender(void *argument)
{
	for (int i = 0; i < 50; i++) {
		struct message *m = calloc(1, sizeof *m);
		if (!m)
			abort();
		m->size = i;
		pthread_mutex_lock(&box.lock);
		m->next = box.head;
		box.head = m;
		pthread_cond_broadcast(&box.more);
		pthread_mutex_unlock(&box.lock);
	}
	pthread_mutex_lock(&box.lock);
	box.closed = 1;
	pthread_cond_broadcast(&box.more);
	pthread_mutex_unlock(&box.lock);
	return argument;
}

static struct message *take(void)
{
	struct message *m;

	pthread_mutex_lock(&box.lock);
	while (!box.head && !box.closed)
		pthread_cond_wait(&box.more, &box.lock);
	m = box.head;
	if (m)
		box.head = m->next;
	pthread_mutex_unlock(&box.lock);
	return m;
}

static void *receiver(void *argument)
{
	struct message *m;

	while ((m = take()) != NULL)
		m->seen = m->size + 1; // RACE 1
	return argument;
}

static void *monitor(void *argument)
{
	struct message *top;
	int seen = 0;

	pthread_mutex_lock(&box.lock);
	top = box.head;
	if (!box.closed)
		pthread_cond_wait(&box.more, &box.lock);
	if (top)
		seen = top->seen; // RACE 1
	pthread_mutex_unlock(&box.lock);
	printf("%d\n", seen);
	return argument;
}

int main(void)
{
	pthread_t a, b, c;

	pthread_create(&a, NULL, sender, NULL);
	pthread_create(&b, NULL, receiver, NULL);
	pthread_create(&c, NULL, monitor, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	pthread_join(c, NULL);
	return 0;
}
