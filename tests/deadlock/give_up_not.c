/* As give_up.c, but the program goes on after it has printed its state. */
// VERIFY deadlock: deadlock-free: as give_up.c
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int used, size = 8;

static void print_state(void)
{
	pthread_mutex_lock(&lock); // SELF-DEADLOCK
	fprintf(stderr, "%d of %d\n", used, size);
	pthread_mutex_unlock(&lock);
}

static void give_up(void)
{
	print_state();
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
