/* As draw_handed_on.c, but the counter is thread-local: each thread draws the same numbers. */
#include <pthread.h>

static _Thread_local unsigned next;
static int slot[8];

static void *worker(void *argument)
{
	unsigned mine = __atomic_fetch_add(&next, 1, __ATOMIC_SEQ_CST);

	slot[mine]++; // RACE 1
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, worker, NULL);
	pthread_create(&two, NULL, worker, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
