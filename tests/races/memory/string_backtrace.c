/* Each thread asks for the names of its own calls: the block that comes back is new each time, and the thread frees it. */
#include <execinfo.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void report(void)
{
	void *at[8]; // NORACE
	int n = backtrace(at, 8); // NORACE
	char **name = backtrace_symbols(at, n); // NORACE

	if (!name)
		return;
	puts(name[0]); // NORACE
	free(name); // NORACE
}

static void *worker(void *argument)
{
	report();
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
