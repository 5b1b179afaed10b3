/* A list whose links are the exclusive or of both neighbours; walks and stores hold its lock. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct cell {
	uintptr_t both; /* the one before, exclusive or the one behind */
	int load;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct cell *first;

static struct cell *step(const struct cell *at, const struct cell *from)
{
	return (struct cell *)(at->both ^ (uintptr_t)from);
}

static void prepend(int load)
{
	struct cell *c = malloc(sizeof *c);

	if (!c)
		abort();
	c->load = load;
	c->both = (uintptr_t)first;
	if (first)
		first->both ^= (uintptr_t)c;
	first = c;
}

static int total(void)
{
	int sum = 0;

	for (struct cell *c = first, *from = NULL, *next; c; from = c, c = next) {
		next = step(c, from);
		sum += c->load; // NORACE
	}
	return sum;
}

static void bump(int by)
{
	for (struct cell *c = first, *from = NULL, *next; c; from = c, c = next) {
		next = step(c, from);
		c->load += by; // NORACE
	}
}

static void *bumper(void *argument)
{
	for (int i = 0; i < 100; i++) {
		pthread_mutex_lock(&lock);
		bump(i & 1);
		pthread_mutex_unlock(&lock);
	}
	return argument;
}

static void *adder(void *argument)
{
	int sum = 0;

	for (int i = 0; i < 100; i++) {
		pthread_mutex_lock(&lock);
		sum += total();
		pthread_mutex_unlock(&lock);
	}
	printf("%d\n", sum);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	for (int i = 0; i < 10; i++)
		prepend(i);
	pthread_create(&one, NULL, bumper, NULL);
	pthread_create(&two, NULL, adder, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
