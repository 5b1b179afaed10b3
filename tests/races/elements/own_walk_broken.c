/* A pointer goes through a block that the arguments of two threads hold. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct job {
	int *from;
	int n;
};

static void *fill(void *argument)
{
	struct job *j = argument;
	int *end = j->from + j->n;

	for (int *p = j->from; p < end; p++)
		*p = 1; // RACE 1
	free(j);
	return NULL;
}

static int start(pthread_t *thread, int n, int *room)
{
	struct job *j = malloc(sizeof *j);

	if (!j)
		return -1;
	j->n = n;
	j->from = room;
	return pthread_create(thread, NULL, fill, j);
}

int main(void)
{
	pthread_t one, two;
	int *room = malloc(200);

	if (start(&one, 10, room) || start(&two, 20, room))
		return 1;
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
