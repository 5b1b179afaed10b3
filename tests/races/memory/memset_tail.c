/* What a session has counted is cleared from its first counter on, to the end of the record, under the lock of the counters. */
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

struct session {
	int id;
	pthread_mutex_t lock;
	long received;
	long sent;
	long errors;
};

static struct session session = { .id = 7, .lock = PTHREAD_MUTEX_INITIALIZER };

static void session_reset(struct session *s)
{
	pthread_mutex_lock(&s->lock);
	memset(&s->received, 0, sizeof *s - offsetof(struct session, received)); // NORACE
	pthread_mutex_unlock(&s->lock);
}

static void session_sent(struct session *s, long bytes)
{
	pthread_mutex_lock(&s->lock);
	s->sent += bytes; // NORACE
	if (bytes < 0)
		s->errors++; // NORACE
	pthread_mutex_unlock(&s->lock);
}

static void *writer(void *argument)
{
	struct session *s = argument;

	for (int i = 0; i < 1000; i++)
		session_sent(s, i % 7 - 1);
	return NULL;
}

static void *janitor(void *argument)
{
	struct session *s = argument;

	for (int i = 0; i < 10; i++)
		session_reset(s);
	return NULL;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, writer, &session);
	pthread_create(&two, NULL, janitor, &session);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d: %ld sent, %ld errors\n", session.id, session.sent, session.errors);
	return 0;
}
