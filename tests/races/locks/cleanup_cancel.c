/* What a cancelled thread has done so far is read when it has been joined. */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static unsigned long tried;

static void *search(void *argument)
{
	for (;;) {
		tried++; // NORACE
		pthread_testcancel();
	}
	return argument;
}

int main(void)
{
	pthread_t thread;
	void *value;

	pthread_create(&thread, NULL, search, NULL);
	usleep(3000);
	pthread_cancel(thread);
	pthread_join(thread, &value);
	printf("%lu tried\n", tried); // NORACE
	return value != PTHREAD_CANCELED;
}
