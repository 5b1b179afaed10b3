// The thread reads the id that pthread_create may not have stored yet.
#include <pthread.h>
#include <stdio.h>

static pthread_t id;

static void *worker(void *arg)
{
	if (pthread_equal(id, pthread_self())) // RACE 1
		puts("it is me");
	return arg;
}

int main(void)
{
	pthread_create(&id, NULL, worker, NULL); // RACE 1
	pthread_join(id, NULL);
	return 0;
}
