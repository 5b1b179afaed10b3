/* As take_pusher_keeps.c, but who has submitted it changes it once more, under the lock of the queue, where it may no longer be. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct job {
	struct job *next;
	int urgency;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct job *queue;

static void submit(struct job *j)
{
	pthread_mutex_lock(&lock);
	j->next = queue;
	queue = j;
	pthread_mutex_unlock(&lock);
}

static void *submitter(void *argument)
{
	for (int i = 0; i < 100; i++) {
		struct job *j = calloc(1, sizeof *j);
		if (!j)
			abort();
		j->urgency = i;
		submit(j);
		pthread_mutex_lock(&lock);
		j->urgency++; // RACE 1
		pthread_mutex_unlock(&lock);
	}
	return argument;
}

static void *worker(void *argument)
{
	long sum = 0;

	for (int i = 0; i < 1000; i++) {
		struct job *j;
		pthread_mutex_lock(&lock);
		j = queue;
		if (j)
			queue = j->next;
		pthread_mutex_unlock(&lock);
		if (j)
			sum += j->urgency; // RACE 1
	}
	printf("%ld\n", sum);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, submitter, NULL);
	pthread_create(&two, NULL, worker, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
