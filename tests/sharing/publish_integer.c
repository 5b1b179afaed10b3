/* The handle that the table keeps is the pointer as a number. */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include "snag_ask.h"

struct stream { long position; };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint64_t handles[16];
static int n;

static uint64_t add(struct stream *s)
{
	uint64_t handle = (uint64_t)(uintptr_t)s;

	pthread_mutex_lock(&lock);
	if (n < 16)
		handles[n++] = handle;
	pthread_mutex_unlock(&lock);
	return handle;
}

static void *player(void *argument)
{
	uint64_t handle = 0;

	pthread_mutex_lock(&lock);
	if (n)
		handle = handles[0];
	pthread_mutex_unlock(&lock);
	if (handle)
		((struct stream *)(uintptr_t)handle)->position++; // RACE 1
	return argument;
}

int main(void)
{
	pthread_t t;
	struct stream *s = calloc(1, sizeof *s);

	pthread_create(&t, NULL, player, NULL);
	s->position = 1; // NORACE
	add(s);
	snag_whose(s); // ANSWER: shared
	s->position = 2; // RACE 1
	pthread_join(t, NULL);
	return 0;
}
