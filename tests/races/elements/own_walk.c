/* A pointer goes through the block that the argument of the thread holds. */
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
		*p = 1; // NORACE
	free(j->from);
	free(j);
	return NULL;
}

static int start(pthread_t *thread, int n)
{
	struct job *j = malloc(sizeof *j);

	if (!j)
		return -1;
	j->n = n;
	j->from = malloc((size_t)n * sizeof(int));
	return pthread_create(thread, NULL, fill, j);
}

int main(void)
{
	pthread_t one, two;
	
	if (start(&one, 10) || start(&two, 20))
		return 1;
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
