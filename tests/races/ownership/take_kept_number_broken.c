/* As take_kept_record_broken.c, but a number keeps the job: its address with a tag. */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

struct job {
	struct job *next;
	int turns;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct job *queue;
static uintptr_t kept;

static void *watcher(void *argument)
{
	pthread_mutex_lock(&lock);
	((struct job *)(kept ^ 1))->turns++; // RACE 1
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
	kept = (uintptr_t)j ^ 1;
	pthread_create(&one, NULL, worker, NULL);
	pthread_create(&two, NULL, watcher, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
