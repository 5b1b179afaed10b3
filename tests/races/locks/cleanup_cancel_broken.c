/* As cleanup_cancel.c, but it is read when the thread has been cancelled, which is only a request. */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static unsigned long tried;

static void *search(void *argument)
{
	for (;;) {
		tried++; // RACE 1
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
	printf("%lu tried\n", tried); // RACE 1
	pthread_join(thread, &value);
	return value != PTHREAD_CANCELED;
}
