/* As worker_instances.c, but the instances remember the deepest level in a variable inside their function. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define PLAYERS 4

struct player {
	int id, score, deepest;
};

static void play(struct player *p, int level)
{
	static int deepest;

	p->score += level * p->id; // NORACE
	if (level > deepest) // RACE 1
		deepest = level; // RACE 1
	p->deepest = level;
}

static void *player_main(void *argument)
{
	for (int level = 0; level < 20; level++)
		play(argument, level);
	return argument;
}

int main(void)
{
	pthread_t threads[PLAYERS];
	int score = 0;

	for (int i = 0; i < PLAYERS; i++) {
		struct player *p = calloc(1, sizeof *p);

		if (!p)
			abort();
		p->id = i;
		pthread_create(&threads[i], NULL, player_main, p);
	}
	for (int i = 0; i < PLAYERS; i++) {
		void *p;

		pthread_join(threads[i], &p);
		score += ((struct player *)p)->score; // NORACE
		free(p); // NORACE
	}
	printf("%d\n", score);
	return 0;
}
