/* A path in a heap object grows by strcat in one thread; the other measures it with strlen. The object has its own lock. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct path {
	pthread_mutex_t lock;
	char text[128];
};

static void descend(struct path *p, const char *name)
{
	pthread_mutex_lock(&p->lock);
	strcat(p->text, "/"); // NORACE
	strcat(p->text, name); // NORACE
	pthread_mutex_unlock(&p->lock);
}

static size_t depth(struct path *p)
{
	size_t n;

	pthread_mutex_lock(&p->lock);
	n = strlen(p->text); // NORACE
	pthread_mutex_unlock(&p->lock);
	return n;
}

static void *walk(void *argument)
{
	for (int i = 0; i < 6; i++)
		descend(argument, "dir");
	return NULL;
}

int main(void)
{
	struct path *p = calloc(1, sizeof *p);
	pthread_t walker;

	if (!p)
		return 1;
	pthread_mutex_init(&p->lock, NULL);
	pthread_create(&walker, NULL, walk, p);
	printf("%zu\n", depth(p));
	pthread_join(walker, NULL);
	free(p);
	return 0;
}
