/* As pthread_owner.c, but the owner is kept in an atomic; only the thread itself can find itself there. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(pthread_t) owner;
static int depth, entries;

static void enter(void)
{
	if (pthread_equal(owner, pthread_self())) { // NORACE
		depth++; // NORACE
		return;
	}
	pthread_mutex_lock(&lock);
	owner = pthread_self(); // NORACE
	depth = 1; // NORACE
}

static void leave(void)
{
	if (--depth == 0) { // NORACE reported: only the owner finds itself in the atomic
		owner = 0; // NORACE
		pthread_mutex_unlock(&lock);
	}
}

static void *worker(void *argument)
{
	for (int i = 0; i < 300; i++) {
		enter();
		enter();
		entries++; // NORACE reported: only the owner finds itself in the atomic
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
