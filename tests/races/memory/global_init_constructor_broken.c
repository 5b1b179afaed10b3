/* What a constructor should do is done by each thread when it begins: it is the same value, and a race all the same. */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static long page_size;

static void set_up(void)
{
	page_size = sysconf(_SC_PAGESIZE); // RACE 1
}

static void *allocate(void *argument)
{
	set_up();
	printf("%d\n", page_size > 0); // RACE 1
	return argument;
}

int main(void)
{
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, allocate, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
