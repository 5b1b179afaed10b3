/* As mutex_release_in_callee.c, but the one that was given the lock releases it before its last write. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

struct session {
	pthread_mutex_t lock;
	char state[16];
	int packets;
};

static struct session session = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void finish(struct session *s, const char *state)
{
	strcpy(s->state, state); // NORACE
	pthread_mutex_unlock(&s->lock);
	s->packets++; // RACE 1
}

static void handle(struct session *s, int packet)
{
	pthread_mutex_lock(&s->lock);
	if (packet % 10 == 0)
		finish(s, "idle");
	else
		finish(s, "busy");
}

static void *receiver(void *argument)
{
	for (int i = 0; i < 1000; i++)
		handle(argument, i);
	return NULL;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, receiver, &session);
	pthread_create(&two, NULL, receiver, &session);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%s %d\n", session.state, session.packets);
	return 0;
}
