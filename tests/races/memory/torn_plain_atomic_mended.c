/* Both sides are atomic. */
#include <pthread.h>
#include <stdio.h>

static long position;

static void *play(void *argument)
{
	for (long i = 0; i < 20; i++)
		__atomic_store_n(&position, i, __ATOMIC_RELEASE); // NORACE
	return argument;
}

static void draw_bar(void)
{
	long width = __atomic_load_n(&position, __ATOMIC_ACQUIRE); // NORACE

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
