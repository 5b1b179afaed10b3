/* Jobs wait in an array; a count says how many. Who only looks at the last one leaves it there for others to find; and who has moved the count, but let go of the lock
 * before it reads the place, finds what somebody else has put there since. */
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
		j = waiting[count - 1]; // NORACE
	pthread_mutex_unlock(&lock);
	return j;
}

static void give(struct job *j)
{
	pthread_mutex_lock(&lock);
	waiting[count++] = j; // NORACE
	pthread_mutex_unlock(&lock);
}

static struct job *take_late(void)
{
	struct job *j = NULL;
	unsigned at;

	pthread_mutex_lock(&lock);
	at = count > 1 ? --count : 0; // NORACE
	pthread_mutex_unlock(&lock);
	pthread_mutex_lock(&lock);
	if (at)
		j = waiting[at]; // NORACE
	pthread_mutex_unlock(&lock);
	return j;
}

static void *worker(void *argument)
{
	struct job *j;

	if ((j = take()))
		j->turns--; // RACE 1
	if ((j = take_late()))
		j->sum++; // RACE 2
	return argument;
}

int main(void)
{
	pthread_t one, two;

	for (int i = 0; i < 8; i++) {
		struct job *j = calloc(1, sizeof *j);

		j->turns = i + 1;
		give(j);
	}
	pthread_create(&one, NULL, worker, NULL);
	pthread_create(&two, NULL, worker, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
