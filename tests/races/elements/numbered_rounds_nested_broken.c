/* Two rounds in one call: the handles of the first are lost before they are joined. */
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

static void round_of_work(void)
{
	pthread_t thread[SLOTS];

	for (int k = 0; k < 2; k++)
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
	printf("%d\n", slot[0]); // RACE 1
	return 0;
}
