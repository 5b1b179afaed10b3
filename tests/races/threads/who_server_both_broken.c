/* Both threads save their ids in one variable: whichever was last gets in, and the other one has been in before. */
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdio.h>

static pthread_t server;
static sem_t ready;
static int table[4];

static bool in_server(void)
{
	return pthread_equal(server, pthread_self()); // RACE 2
}

static void set(int i)
{
	if (in_server())
		table[i] = i; // RACE 1
}

static void *serve(void *argument)
{
	server = pthread_self();
	sem_post(&ready);
	set(1);
	return argument;
}

static void *ask(void *argument)
{
	server = pthread_self(); // RACE 2
	set(1);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	sem_init(&ready, 0, 0);
	pthread_create(&one, NULL, serve, NULL);
	sem_wait(&ready);
	pthread_create(&two, NULL, ask, NULL);
	set(1);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d\n", table[1]); // NORACE
	return 0;
}
