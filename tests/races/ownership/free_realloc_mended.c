/* A vector that grows by realloc: reading threads hold the lock, too. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct vector {
	pthread_mutex_t lock;
	size_t n, room;
	int *at;
};

static struct vector vector = { PTHREAD_MUTEX_INITIALIZER, 0, 0, NULL };

static void push(struct vector *v, int value)
{
	pthread_mutex_lock(&v->lock);
	if (v->n == v->room) {
		v->room = v->room ? 2 * v->room : 4;
		v->at = realloc(v->at, v->room * sizeof *v->at); // NORACE
	}
	if (v->at)
		v->at[v->n++] = value; // NORACE
	pthread_mutex_unlock(&v->lock);
}

static int first(struct vector *v)
{
	int value;

	pthread_mutex_lock(&v->lock);
	value = v->at[0]; // NORACE
	pthread_mutex_unlock(&v->lock);
	return value;
}

static void *collect(void *argument)
{
	for (int i = 1; i < 50; i++)
		push(argument, i);
	return NULL;
}

int main(void)
{
	pthread_t collector;
	int sum = 0;

	push(&vector, 7);
	pthread_create(&collector, NULL, collect, &vector);
	for (int i = 0; i < 3; i++)
		sum += first(&vector);
	pthread_join(collector, NULL);
	printf("%d\n", sum > 0);
	free(vector.at);
	return 0;
}
