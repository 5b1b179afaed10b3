/* Peterson's lock for two threads, with sequentially consistent atomics. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int interested[2], turn;
static int shared_count;

static void enter(int me)
{
	interested[me] = 1; // NORACE
	turn = 1 - me; // NORACE
	while (interested[1 - me] && turn == 1 - me) // NORACE
		sched_yield();
}

static void leave(int me)
{
	interested[me] = 0; // NORACE
}

static void *contender(void *argument)
{
	int me = argument ? 1 : 0;

	for (int i = 0; i < 200; i++) {
		enter(me);
		shared_count++; // NORACE reported: a lock made of atomics is no lock to snag
		leave(me);
	}
	return NULL;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, contender, NULL);
	pthread_create(&two, NULL, contender, &shared_count);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d\n", shared_count);
	return 0;
}
