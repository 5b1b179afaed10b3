/* Jobs wait in an array; a count says how many. Who takes the last one out, under the lock, has it for itself: what lies beyond the count is nobody's way to it. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST 64

struct job {
	int turns;
	long sum;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct job *waiting[MOST];
static unsigned count;

static struct job *take(void)
{
	struct job *j = NULL;

	pthread_mutex_lock(&lock);
	if (count > 0) // NORACE
		j = waiting[--count]; // NORACE
	pthread_mutex_unlock(&lock);
	return j;
}

static void give(struct job *j)
{
	pthread_mutex_lock(&lock);
	waiting[count++] = j; // NORACE
	pthread_mutex_unlock(&lock);
}

static void *worker(void *argument)
{
	struct job *j;

	while ((j = take())) {
		j->turns--; // NORACE
		j->sum += j->turns; // NORACE
		if (j->turns > 0)
			give(j);
		else
			free(j); // NORACE
	}
	return argument;
}

int main(void)
{
	pthread_t one, two;

	for (int i = 0; i < 8; i++) {
		struct job *j = calloc(1, sizeof *j);

		j->turns = i + 1; // NORACE
		give(j);
	}
	pthread_create(&one, NULL, worker, NULL);
	pthread_create(&two, NULL, worker, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
