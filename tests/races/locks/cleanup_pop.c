/* The handler is popped and run: that is where the lock is released. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int written, flushed;

static void unlock(void *argument)
{
	pthread_mutex_unlock(argument);
}

static void write_line(void)
{
	pthread_mutex_lock(&lock);
	pthread_cleanup_push(unlock, &lock);
	written++; // NORACE
	if (written % 8 == 0)
		flushed = written; // NORACE
	pthread_cleanup_pop(1);
}

static void *writer(void *argument)
{
	for (int i = 0; i < 2000; i++)
		write_line();
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, writer, NULL);
	pthread_create(&two, NULL, writer, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d %d\n", written, flushed);
	return 0;
}
