/* As publish_nested.c, but the person is in the list before its address is filled in: through it the address is known, too. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "snag_ask.h"

struct address {
	int street, number;
};

struct person {
	struct person *next;
	struct address *home;
	int age;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct person *people;

static int address_new(struct address **out)
{
	*out = calloc(1, sizeof **out);
	return *out ? 0 : -1;
}

static struct person *person_new(int age)
{
	struct person *p = calloc(1, sizeof *p);

	if (!p || address_new(&p->home) != 0)
		abort();
	snag_whose(p->home); // ANSWER: fresh
	p->home->number = 1;
	p->age = age;
	return p;
}

static void add(int age)
{
	struct person *p = person_new(age);

	snag_whose(p); // ANSWER: fresh
	p->age++;
	pthread_mutex_lock(&lock);
	p->next = people;
	people = p;
	pthread_mutex_unlock(&lock);
	snag_whose(p->home); // ANSWER: shared
	p->home->number = age; // RACE 1
}

static long sum(void)
{
	long n = 0;

	pthread_mutex_lock(&lock);
	for (struct person *p = people; p; p = p->next) {
		snag_whose(p->home); // ANSWER: shared
		n += ++p->home->number; // RACE 1
	}
	pthread_mutex_unlock(&lock);
	return n;
}

static void *worker(void *argument)
{
	for (int i = 0; i < 20; i++) {
		add(i);
		sum();
	}
	return argument;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, worker, NULL);
	pthread_create(&second, NULL, worker, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	printf("%ld\n", sum());
	return 0;
}
