/* Where the array starts is stored once, before the first thread. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define N 4

struct part {
	pthread_t thread;
	int id;
	long done;
};

static struct {
	struct part *from;
} group;

static struct part parts[2 * N];

static void *work(void *argument)
{
	struct part *me = argument;

	for (int i = 0; i < 100; i++)
		group.from[me->id].done++; // NORACE
	return NULL;
}

int main(void)
{
	long sum = 0;

	group.from = parts;
	for (int i = 0; i < N; i++) {
		parts[i].id = i;
		pthread_create(&parts[i].thread, NULL, work, &parts[i]);
	}
	for (int i = 0; i < N; i++) {
		pthread_join(parts[i].thread, NULL);
		sum += parts[i].done;
	}
	printf("%ld\n", sum);
	return 0;
}
