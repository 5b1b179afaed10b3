/* As take_iterator.c, but each step of the iterator takes the lock anew, and goes on from where it was. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct item {
	struct item *next;
	int size;
};

struct list {
	pthread_mutex_t lock;
	struct item *head;
};

struct iterator {
	struct list *list;
	struct item *at;
};

static struct list list = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void add(struct list *l, int size)
{
	struct item *i = calloc(1, sizeof *i);

	if (!i)
		abort();
	i->size = size;
	pthread_mutex_lock(&l->lock);
	i->next = l->head;
	l->head = i;
	pthread_mutex_unlock(&l->lock);
}

static struct item *cut(struct list *l)
{
	struct item *i;

	pthread_mutex_lock(&l->lock);
	i = l->head;
	if (i)
		l->head = i->next;
	pthread_mutex_unlock(&l->lock);
	return i;
}

static void iterator_begin(struct iterator *it, struct list *l)
{
	it->list = l;
	pthread_mutex_lock(&l->lock);
	it->at = l->head;
	pthread_mutex_unlock(&l->lock);
}

static int iterator_size(struct iterator *it)
{
	int size = -1;

	pthread_mutex_lock(&it->list->lock);
	if (it->at) {
		size = it->at->size; // RACE 1
		it->at = it->at->next;
	}
	pthread_mutex_unlock(&it->list->lock);
	return size;
}

static void *summer(void *argument)
{
	struct iterator it;
	int sum = 0;

	iterator_begin(&it, &list);
	for (int n; (n = iterator_size(&it)) >= 0;)
		sum += n;
	printf("%d\n", sum);
	return argument;
}

static void *cutter(void *argument)
{
	struct item *i;

	while ((i = cut(&list)) != NULL) {
		i->size = 0; // RACE 1
		free(i); // RACE 2
	}
	return argument;
}

int main(void)
{
	pthread_t one, two;

	for (int i = 0; i < 50; i++)
		add(&list, i);
	pthread_create(&one, NULL, summer, NULL);
	pthread_create(&two, NULL, cutter, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
