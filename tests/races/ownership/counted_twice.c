/* As counted_stack.c, but one job is put into the array twice, and two threads take it. */
#include <pthread.h>
#include <stdlib.h>

struct job {
	long sum;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct job *waiting[16];
static unsigned count;

static void give(struct job *j)
{
	pthread_mutex_lock(&lock);
	waiting[count++] = j;
	pthread_mutex_unlock(&lock);
}

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
	struct job *j = calloc(1, sizeof *j);

	give(j);
	give(j);
	pthread_create(&one, NULL, worker, NULL);
	pthread_create(&two, NULL, worker, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
