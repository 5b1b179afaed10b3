/* A call that begins while another thread runs, which has nothing to do with the elements. */
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

static int ticks;

static void *tick(void *argument)
{
	ticks++; // NORACE
	return argument;
}

int main(void)
{
	pthread_t other;

	pthread_create(&other, NULL, tick, NULL);
	round_of_work();
	round_of_work();
	pthread_join(other, NULL);
	printf("%d\n", slot[0]); // NORACE
	return 0;
}
