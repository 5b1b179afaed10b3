/* As atomic_cas_lock.c, but after many attempts one goes in without having got it. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int owner;
static int writes;

static int claim(int me)
{
	int expected;

	for (int i = 0; i < 100; i++) {
		expected = 0;
		if (atomic_compare_exchange_strong(&owner, &expected, me))
			return 1;
		sched_yield();
	}
	return 0;
}

static void *user(void *argument)
{
	int me = argument ? 1 : 2;

	for (int i = 0; i < 300; i++) {
		int mine = claim(me);
		writes++; // RACE 1
		if (mine)
			atomic_store(&owner, 0);
	}
	return NULL;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, user, &writes);
	pthread_create(&two, NULL, user, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d\n", writes);
	return 0;
}
