/* As list_one_lock.c, but the length is read without the lock, "because it is only one number". */
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
	length++; // RACE 1
	pthread_mutex_unlock(&lock);
}

static int visit_count(void)
{
	return length; // RACE 1
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
