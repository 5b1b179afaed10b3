/* A path in a heap object grows by strcat in one thread; the other measures it with strlen, and takes no lock: it is only a
 * number for the display. */
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
	strcat(p->text, "/"); // RACE 1
	strcat(p->text, name); // RACE 1
	pthread_mutex_unlock(&p->lock);
}

static size_t depth(struct path *p)
{
	size_t n;

	n = strlen(p->text); // RACE 1
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
