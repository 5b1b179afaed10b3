/* As owner_replaced.c, but a record that a function has returned, and that holds the job, too, is kept: who takes the job out of the queue is not the only one who has it. */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

struct job {
	struct job *next;
	int turns;
};

struct entry {
	struct job *job;
	long number;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct job *queue;
static struct entry kept;

static struct entry entry_of(struct job *j)
{
	return (struct entry){ j, 1 };
}

static void *watcher(void *argument)
{
	pthread_mutex_lock(&lock);
	kept.job->turns++; // RACE 1
	pthread_mutex_unlock(&lock);
	return argument;
}

static void *worker(void *argument)
{
	struct job *j;

	pthread_mutex_lock(&lock);
	j = queue;
	if (j)
		queue = j->next;
	pthread_mutex_unlock(&lock);
	if (j)
		j->turns++; // RACE 1
	return argument;
}

int main(void)
{
	pthread_t one, two;
	struct job *j = calloc(1, sizeof *j);

	queue = j;
	kept = entry_of(j);
	pthread_create(&one, NULL, worker, NULL);
	pthread_create(&two, NULL, watcher, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
