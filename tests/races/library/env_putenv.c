/* putenv makes the caller's buffer a part of the environment: to change the buffer later is to change the environment under the
 * eyes of a thread that reads the variable. Here the buffer is complete before the thread exists. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char setting[32] = "SNAG_TEST_MODE=slow";

static void *worker(void *argument)
{
	const char *mode = getenv("SNAG_TEST_MODE");

	if (mode && strcmp(mode, "fast") == 0)
		puts("in a hurry");
	return argument;
}

int main(void)
{
	pthread_t thread;

	putenv(setting); // NORACE
	strcpy(setting, "SNAG_TEST_MODE=fast"); // NORACE
	pthread_create(&thread, NULL, worker, NULL);
	pthread_join(thread, NULL);
	return 0;
}
