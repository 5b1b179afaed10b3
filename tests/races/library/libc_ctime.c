/* ctime has two pieces of state in the library: the struct that localtime fills, and the buffer that asctime formats into. */
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static void *heartbeat(void *argument)
{
	time_t start = *(const time_t *)argument;

	for (int i = 0; i < 5; i++) {
		time_t when = start + i;

		if (!ctime(&when)) // RACE 1; RACE 2
			puts("no such time");
	}
	return NULL;
}

int main(void)
{
	static const time_t starts[2] = { 0, 86400 };
	pthread_t first, second;

	pthread_create(&first, NULL, heartbeat, (void *)&starts[0]);
	pthread_create(&second, NULL, heartbeat, (void *)&starts[1]);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
