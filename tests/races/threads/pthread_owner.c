/* A recursive lock made by hand: the owner is compared before the lock is held. Who sees the other one's depth and its own old
 * name goes in without the lock. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_t owner;
static int depth, entries;

static void enter(void)
{
	if (depth > 0 && pthread_equal(owner, pthread_self())) { // RACE 1; RACE 2
		depth++; // RACE 2
		return;
	}
	pthread_mutex_lock(&lock);
	owner = pthread_self(); // RACE 1
	depth = 1; // RACE 2
}

static void leave(void)
{
	if (--depth == 0) // RACE 2
		pthread_mutex_unlock(&lock);
}

static void *worker(void *argument)
{
	for (int i = 0; i < 300; i++) {
		enter();
		enter();
		entries++; // RACE 3
		leave();
		leave();
	}
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, worker, NULL);
	pthread_create(&two, NULL, worker, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d\n", entries);
	return 0;
}
