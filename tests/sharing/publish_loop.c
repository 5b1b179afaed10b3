/* The block of the last turn was published, and is written once more before the next one is made. */
#include <pthread.h>
#include <stdlib.h>
#include "snag_ask.h"

struct page { struct page *next; long used; };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct page *pages;

static void publish(struct page *p)
{
	pthread_mutex_lock(&lock);
	p->next = pages;
	pages = p;
	pthread_mutex_unlock(&lock);
}

static void *reader(void *argument)
{
	long sum = 0;

	pthread_mutex_lock(&lock);
	for (struct page *p = pages; p; p = p->next)
		sum += p->used; // RACE 1
	pthread_mutex_unlock(&lock);
	return (char *)argument + sum;
}

int main(void)
{
	pthread_t t;
	struct page *p = NULL;

	pthread_create(&t, NULL, reader, NULL);
	for (int i = 0; i < 4; i++) {
		if (p)
			p->used = i; // RACE 1
		p = calloc(1, sizeof *p);
		snag_whose(p); // ANSWER: fresh ; today: shared
		p->used = -1; // NORACE
		publish(p);
	}
	pthread_join(t, NULL);
	return 0;
}
