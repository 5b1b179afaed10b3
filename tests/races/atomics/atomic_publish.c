/* A table is filled and published by a release store; who loads the pointer with acquire and finds it set, sees the table. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

struct table {
	int size;
	int entry[8];
};

static _Atomic(struct table *) published;

static void *builder(void *argument)
{
	struct table *t = calloc(1, sizeof *t);

	if (!t)
		abort();
	t->size = 8; // NORACE
	for (int i = 0; i < 8; i++)
		t->entry[i] = i * i; // NORACE
	atomic_store_explicit(&published, t, memory_order_release); // NORACE
	return argument;
}

static void *user(void *argument)
{
	struct table *t;
	int sum = 0;

	do
		t = atomic_load_explicit(&published, memory_order_acquire); // NORACE
	while (!t);
	for (int i = 0; i < t->size; i++) // NORACE
		sum += t->entry[i]; // NORACE
	printf("%d\n", sum);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, user, NULL);
	pthread_create(&two, NULL, builder, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
