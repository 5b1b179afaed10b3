/* A lane that was handed over gets the block of its neighbour: a function stores what it is given. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define N 4

struct lane {
	pthread_t thread;
	int *mine, *other;
};

static struct lane lanes[N];

static void set(struct lane *l, int *p)
{
	l->other = p;
}

static void *run(void *argument)
{
	struct lane *l = argument;

	for (int i = 0; i < 100; i++) {
		l->mine[i % 4]++; // RACE 1
		l->other[i % 4]--; // RACE 1
	}
	return NULL;
}

int main(void)
{
	for (int i = 0; i < N; i++) {
		lanes[i].mine = calloc(4, sizeof(int));
		set(&lanes[i], calloc(4, sizeof(int)));
	}
	set(&lanes[0], lanes[1].mine);
	for (int i = 0; i < N; i++)
		pthread_create(&lanes[i].thread, NULL, run, &lanes[i]);
	for (int i = 0; i < N; i++)
		pthread_join(lanes[i].thread, NULL);
	return 0;
}
