/* A counted document: the count has the document's lock, and whoever takes it to 0 is the last one and frees it. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct document {
	pthread_mutex_t lock;
	int references, views;
};

static void document_get(struct document *d)
{
	pthread_mutex_lock(&d->lock);
	d->references++; // NORACE
	pthread_mutex_unlock(&d->lock);
}

static void document_put(struct document *d)
{
	int left;

	pthread_mutex_lock(&d->lock);
	left = --d->references; // NORACE
	pthread_mutex_unlock(&d->lock);
	if (left)
		return;
	pthread_mutex_destroy(&d->lock);
	free(d); // NORACE reported: that only the last reference frees is not known
}

static void *viewer(void *argument)
{
	struct document *d = argument;

	for (int i = 0; i < 100; i++) {
		document_get(d);
		pthread_mutex_lock(&d->lock);
		d->views++; // NORACE
		pthread_mutex_unlock(&d->lock);
		document_put(d);
	}
	document_put(d);
	return NULL;
}

int main(void)
{
	struct document *d = malloc(sizeof *d);
	pthread_t one, two;

	if (!d)
		abort();
	pthread_mutex_init(&d->lock, NULL);
	d->references = 2; // NORACE
	d->views = 0; // NORACE
	pthread_create(&one, NULL, viewer, d);
	pthread_create(&two, NULL, viewer, d);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	puts("viewed");
	return 0;
}
