/* Many instances of one kind of thread, each with an object of its own on the heap. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define PLAYERS 4

struct player {
	int id, score, deepest;
};

static void play(struct player *p, int level)
{
	p->score += level * p->id; // NORACE
	if (level > p->deepest) // NORACE
		p->deepest = level; // NORACE
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
