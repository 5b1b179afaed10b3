/* A thread that is no main saves its id before it is waited for; only it changes the table. */
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdio.h>

static pthread_t server;
static sem_t ready;
static int table[4];

static bool in_server(void)
{
	return pthread_equal(server, pthread_self());
}

static void set(int i)
{
	if (in_server())
		table[i] = i; // NORACE
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
