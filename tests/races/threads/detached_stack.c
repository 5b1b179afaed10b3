/* All detached threads are given the address of one ticket: it is filled in for the next one when the last one has read it. */
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
	int number = t->number; // NORACE

	sem_post(&t->taken);
	printf("%d\n", number);
	return NULL;
}

static void dispatch(struct ticket *t, int number)
{
	pthread_t thread;

	t->number = number; // NORACE
	if (pthread_create(&thread, NULL, run, t) != 0)
		return;
	pthread_detach(thread);
	while (sem_wait(&t->taken) != 0)
		;
}

int main(void)
{
	static struct ticket ticket;

	sem_init(&ticket.taken, 0, 0);
	for (int i = 0; i < 3; i++)
		dispatch(&ticket, i);
	return 0;
}
