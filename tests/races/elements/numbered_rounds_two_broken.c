/* Another thread calls it at the same time. */
#include <pthread.h>
#include <stdio.h>

enum { SLOTS = 4 };

static int slot[SLOTS];

static void *work(void *argument)
{
	int *mine = argument;

	*mine += 1; // RACE 1
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

static void *call(void *argument)
{
	round_of_work();
	return argument;
}

int main(void)
{
	pthread_t other;

	pthread_create(&other, NULL, call, NULL);
	round_of_work();
	pthread_join(other, NULL);
	printf("%d\n", slot[0]); // NORACE
	return 0;
}
