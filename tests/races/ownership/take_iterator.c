/* An iterator goes through the list in one hold of its lock. */
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
	it->at = l->head;
}

static int iterator_size(struct iterator *it)
{
	int size = -1;

	if (it->at) {
		size = it->at->size; // NORACE
		it->at = it->at->next;
	}
	return size;
}

static void *summer(void *argument)
{
	struct iterator it;
	int sum = 0;

	pthread_mutex_lock(&list.lock);
	iterator_begin(&it, &list);
	for (int n; (n = iterator_size(&it)) >= 0;)
		sum += n;
	pthread_mutex_unlock(&list.lock);
	printf("%d\n", sum);
	return argument;
}

static void *cutter(void *argument)
{
	struct item *i;

	while ((i = cut(&list)) != NULL) {
		i->size = 0; // NORACE reported: what an iterator has found counts as old
		free(i); // NORACE reported: the same
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
