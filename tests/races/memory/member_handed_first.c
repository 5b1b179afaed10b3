/* The address of a member that is a record is handed on as that of its first member: others call it by the name it has in there. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct level {
	int now;
};

struct tank {
	int serial;
	struct level level;
	struct tank *next;
};

static struct tank *first;

static void put(int *at, int value)
{
	*at = value; // RACE 1
}

static void *filler(void *argument)
{
	for (struct tank *t = first; t; t = t->next)
		put((int *)&t->level, 3);
	return argument;
}

static void *reader(void *argument)
{
	long sum = 0;

	for (struct tank *t = first; t; t = t->next)
		sum += t->level.now; // RACE 1
	printf("%ld\n", sum);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	for (int i = 0; i < 3; i++) {
		struct tank *t = calloc(1, sizeof *t);

		put(&t->serial, i);
		t->next = first;
		first = t;
	}
	pthread_create(&one, NULL, filler, NULL);
	pthread_create(&two, NULL, reader, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
