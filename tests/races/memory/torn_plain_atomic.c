/* One side is atomic, the other is not: the store by the library's name, the load by the variable's. */
#include <pthread.h>
#include <stdio.h>

static long position;

static void *play(void *argument)
{
	for (long i = 0; i < 20; i++)
		__atomic_store_n(&position, i, __ATOMIC_RELEASE); // RACE 1
	return argument;
}

static void draw_bar(void)
{
	long width = position; // RACE 1

	printf("%d\n", width >= 0);
}

int main(void)
{
	pthread_t player;

	pthread_create(&player, NULL, play, NULL);
	draw_bar();
	pthread_join(player, NULL);
	return 0;
}
