/* When something is wrong, the state is printed, under its lock, and the program is aborted. The check that finds it wrong holds that lock. So the report hangs,
 * and whoever looks at that has found another bug already. */
// VERIFY deadlock: deadlock-free: two workers count to 1 under the lock and back, so that used > size never holds
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int used, size = 8;

static void print_state(void)
{
	pthread_mutex_lock(&lock); // SELF-DEADLOCK missed: on the way to abort(), which is not followed
	fprintf(stderr, "%d of %d\n", used, size);
	pthread_mutex_unlock(&lock);
}

static void give_up(void)
{
	print_state();
	abort();
}

static void *worker(void *argument)
{
	pthread_mutex_lock(&lock);
	used++; // NORACE
	if (used > size)
		give_up();
	used--;
	pthread_mutex_unlock(&lock);
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, worker, NULL);
	pthread_create(&t2, NULL, worker, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	print_state();
	return 0;
}
