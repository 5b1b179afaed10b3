/* Each call starts a thread an element and waits for all: the next call begins with none. */
#include <pthread.h>
#include <stdio.h>

enum { SLOTS = 4 };

static int slot[SLOTS];

static void *work(void *argument)
{
	int *mine = argument;

	*mine += 1; // NORACE
	return NULL;
}

static void round_of_work(void)
{
	pthread_t thread[SLOTS];

	for (int i = 0; i < SLOTS; i++)
		pthread_create(&thread[i], NULL, work, &slot[i]);
	for (int i = 0; i < SLOTS; i++)
		pthread_join(thread[i], NULL);
}

int main(void)
{
	for (int k = 0; k < 3; k++)
		round_of_work();
	round_of_work();
	printf("%d\n", slot[0]); // NORACE
	return 0;
}
