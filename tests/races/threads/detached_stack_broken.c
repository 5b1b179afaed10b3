/* A detached thread is given the address of a ticket that is filled in again for the next thread, perhaps before it was read. */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

struct ticket {
	int number;
	sem_t taken;
};

static void *run(void *argument)
{
	struct ticket *t = argument;
	int number = t->number; // RACE 1

	sem_post(&t->taken);
	printf("%d\n", number);
	return NULL;
}

static void dispatch(struct ticket *t, int number)
{
	pthread_t thread;

	t->number = number; // RACE 1
	if (pthread_create(&thread, NULL, run, t) != 0)
		return;
	pthread_detach(thread);
}

int main(void)
{
	static struct ticket ticket;

	sem_init(&ticket.taken, 0, 0);
	for (int i = 0; i < 3; i++)
		dispatch(&ticket, i);
	return 0;
}
