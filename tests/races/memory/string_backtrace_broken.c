/* As string_backtrace.c, but the addresses are collected in one array, and the last names are kept for all to see. */
#include <execinfo.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void *at[8];
static char **name;

static void report(void)
{
	int n = backtrace(at, 8); // RACE 1

	free(name); // RACE 2
	name = backtrace_symbols(at, n); // RACE 3
	if (name)
		puts(name[0]);
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
