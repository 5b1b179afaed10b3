/* putenv while a thread may be in getenv: it changes the table that getenv walks through. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char setting[32] = "SNAG_TEST_MODE=slow";

static void *worker(void *argument)
{
	const char *mode = getenv("SNAG_TEST_MODE"); // RACE 1

	if (mode && strcmp(mode, "fast") == 0)
		puts("in a hurry");
	return argument;
}

int main(void)
{
	pthread_t thread;

	strcpy(setting, "SNAG_TEST_MODE=fast"); // NORACE
	pthread_create(&thread, NULL, worker, NULL);
	putenv(setting); // RACE 1
	pthread_join(thread, NULL);
	return 0;
}
