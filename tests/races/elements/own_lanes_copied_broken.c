/* One record is copied over another one: both lead to the same blocks. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define N 4

struct lane {
	pthread_t thread;
	int *mine, *other;
};

static struct lane lanes[N];

static void *run(void *argument)
{
	struct lane *l = argument;

	for (int i = 0; i < 100; i++) {
		l->mine[i % 4]++; // RACE 1
		l->other[i % 4]--; // RACE 2
	}
	return NULL;
}

int main(void)
{
	for (int i = 0; i < N; i++) {
		lanes[i].mine = calloc(4, sizeof(int));
		lanes[i].other = calloc(4, sizeof(int));
	}
	lanes[1] = lanes[0];
	for (int i = 0; i < N; i++)
		pthread_create(&lanes[i].thread, NULL, run, &lanes[i]);
	for (int i = 0; i < N; i++)
		pthread_join(lanes[i].thread, NULL);
	return 0;
}
