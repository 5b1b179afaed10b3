/* A list of visits under one lock: nodes, links and the length. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct visit {
	struct visit *next;
	int pages;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct visit *visits;
static int length;

static void visit_add(int pages)
{
	struct visit *v = malloc(sizeof *v);

	if (!v)
		abort();
	v->pages = pages;
	pthread_mutex_lock(&lock);
	v->next = visits; // NORACE
	visits = v; // NORACE
	length++; // NORACE
	pthread_mutex_unlock(&lock);
}

static int visit_count(void)
{
	int n;

	pthread_mutex_lock(&lock);
	n = length; // NORACE
	pthread_mutex_unlock(&lock);
	return n;
}

static void *browse(void *argument)
{
	for (int i = 0; i < 200; i++)
		visit_add(i);
	return argument;
}

static void *status(void *argument)
{
	long pages = 0;

	for (int i = 0; i < 100; i++)
		pages -= visit_count() > 200;
	pthread_mutex_lock(&lock);
	for (struct visit *v = visits; v; v = v->next)
		pages += v->pages; // NORACE
	pthread_mutex_unlock(&lock);
	printf("%ld\n", pages);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, browse, NULL);
	pthread_create(&two, NULL, status, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
