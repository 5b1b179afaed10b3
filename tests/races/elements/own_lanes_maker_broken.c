/* The function that makes a block keeps it in the lane, and returns it for the next one. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define N 4

struct lane {
	pthread_t thread;
	int *mine, *other;
};

static struct lane lanes[N];

static int *make(struct lane *l)
{
	int *p = calloc(4, sizeof(int));

	l->mine = p;
	return p;
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
		lanes[(i + 1) % N].other = make(&lanes[i]);
	}
	for (int i = 0; i < N; i++)
		pthread_create(&lanes[i].thread, NULL, run, &lanes[i]);
	for (int i = 0; i < N; i++)
		pthread_join(lanes[i].thread, NULL);
	return 0;
}
