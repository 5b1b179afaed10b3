/* As pthread_detached.c, but main just sleeps for a while. */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <unistd.h>

static sem_t through;
static int warmed_up;

static void *warm_up(void *argument)
{
	for (int i = 0; i < 50; i++)
		warmed_up += i; // RACE 1
	sem_post(&through);
	return argument;
}

int main(void)
{
	pthread_attr_t attributes;
	pthread_t thread;

	sem_init(&through, 0, 0);
	pthread_attr_init(&attributes);
	pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
	pthread_create(&thread, &attributes, warm_up, NULL);
	pthread_attr_destroy(&attributes);
	usleep(5000);
	printf("%d\n", warmed_up); // RACE 1
	return 0;
}
