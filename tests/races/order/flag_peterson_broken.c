/* As flag_peterson.c, but with plain variables: every one of them is a race, and so is what they should protect. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>

static volatile int interested[2], turn;
static int shared_count;

static void enter(int me)
{
	interested[me] = 1; // RACE 1
	turn = 1 - me; // RACE 2
	while (interested[1 - me] && turn == 1 - me) // RACE 1; RACE 2
		sched_yield();
}

static void leave(int me)
{
	interested[me] = 0; // RACE 1
}

static void *contender(void *argument)
{
	int me = argument ? 1 : 0;

	for (int i = 0; i < 200; i++) {
		enter(me);
		shared_count++; // RACE 3
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
