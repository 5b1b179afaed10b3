/* As memset_tail.c, but the clearing, which begins at the first counter, also gets at those behind it, without their lock. */
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
	memset(&s->received, 0, sizeof *s - offsetof(struct session, received)); // RACE 1; RACE 2
}

static void session_sent(struct session *s, long bytes)
{
	pthread_mutex_lock(&s->lock);
	s->sent += bytes; // RACE 1
	if (bytes < 0)
		s->errors++; // RACE 2
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
