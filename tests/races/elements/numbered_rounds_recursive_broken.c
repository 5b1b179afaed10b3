/* The next round begins inside of the first, before that one waits. */
#include <pthread.h>
#include <stdio.h>

enum { SLOTS = 4 };

static int slot[SLOTS];

static void *work(void *argument)
{
	int *mine = argument;

	*mine += 1; // RACE 1; RACE 2
	return NULL;
}

static void round_of_work(int more)
{
	pthread_t thread[SLOTS];

	for (int i = 0; i < SLOTS; i++)
		pthread_create(&thread[i], NULL, work, &slot[i]);
	if (more)
		round_of_work(more - 1);
	for (int i = 0; i < SLOTS; i++)
		pthread_join(thread[i], NULL);
}

int main(void)
{
	round_of_work(1);
	printf("%d\n", slot[0]); // RACE 1
	return 0;
}
