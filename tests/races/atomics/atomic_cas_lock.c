/* An owner word taken by compare and exchange: who gets it has the device for himself until he stores zero. */
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
		if (!claim(me))
			continue;
		writes++; // NORACE reported: a lock made of atomics is no lock to snag
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
