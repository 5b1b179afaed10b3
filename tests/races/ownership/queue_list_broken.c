/* As queue_list.c, but the producer stamps the message when it is already in the queue. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct message {
	struct message *next;
	int body, stamp;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static struct message *head, **tail = &head;

static void queue_push(struct message *m)
{
	m->next = NULL;
	pthread_mutex_lock(&lock);
	*tail = m; // NORACE
	tail = &m->next; // NORACE
	pthread_cond_signal(&filled);
	pthread_mutex_unlock(&lock);
}

static struct message *queue_pop(void)
{
	struct message *m;

	pthread_mutex_lock(&lock);
	while (!head) // NORACE
		pthread_cond_wait(&filled, &lock);
	m = head; // NORACE
	head = m->next; // NORACE
	if (!head)
		tail = &head; // NORACE
	pthread_mutex_unlock(&lock);
	return m;
}

static void *producer(void *argument)
{
	for (int i = 1; i <= 100; i++) {
		struct message *m = malloc(sizeof *m);

		if (!m)
			abort();
		m->body = i;
		queue_push(m);
		m->stamp = i * 2; // RACE 1
	}
	return argument;
}

int main(void)
{
	pthread_t thread;
	long sum = 0;

	pthread_create(&thread, NULL, producer, NULL);
	for (int i = 0; i < 100; i++) {
		struct message *m = queue_pop();

		sum += m->body + m->stamp; // RACE 1
	}
	pthread_join(thread, NULL);
	printf("%ld\n", sum);
	return 0;
}
