/* The assertion needs four context switches between two threads: the discipline allows two, rounds find it. */
// search: --ts 4 assert @end : not within
// search: assert @end : found
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int turn;

static void *odd(void *argument)
{
	if (atomic_load(&turn) == 1)
		atomic_store(&turn, 2);
	if (atomic_load(&turn) == 3)
		atomic_store(&turn, 4);
	return argument;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, odd, NULL);
	atomic_store(&turn, 1);
	if (atomic_load(&turn) == 2)
		atomic_store(&turn, 3);
	assert(atomic_load(&turn) != 4); // @end
	pthread_join(thread, NULL);
	return 0;
}
