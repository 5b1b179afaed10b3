/* As counted_stack.c, but each thread has a count of its own: all of them take the same jobs. */
#include <pthread.h>
#include <stdlib.h>

struct job {
	long sum;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct job *waiting[4];
static _Thread_local unsigned count = 4;

static void *worker(void *argument)
{
	struct job *j = NULL;

	pthread_mutex_lock(&lock);
	if (count > 0)
		j = waiting[--count];
	pthread_mutex_unlock(&lock);
	if (j)
		j->sum++; // RACE 1
	return argument;
}

int main(void)
{
	pthread_t one, two;

	for (int i = 0; i < 4; i++)
		waiting[i] = calloc(1, sizeof *waiting[i]);
	pthread_create(&one, NULL, worker, NULL);
	pthread_create(&two, NULL, worker, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
