/* A list with a pointer to its last link. Lines are numbered in the order in which they stand there: under the lock. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct line {
	struct line *next;
	int number;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct line *first, **last = &first;
static int numbered;

static void append(struct line *l)
{
	*last = l; // NORACE
	last = &l->next; // NORACE
}

static void write_line(void)
{
	struct line *l = calloc(1, sizeof *l);

	if (!l)
		abort();
	pthread_mutex_lock(&lock);
	l->number = ++numbered; // NORACE
	append(l);
	pthread_mutex_unlock(&lock);
}

static void *writer(void *argument)
{
	for (int i = 0; i < 100; i++)
		write_line();
	return argument;
}

int main(void)
{
	pthread_t thread;
	int n = 0;

	pthread_create(&thread, NULL, writer, NULL);
	write_line();
	pthread_join(thread, NULL);
	for (struct line *l = first; l; l = l->next)
		n += l->number > 0;
	printf("%d of %d\n", n, numbered);
	return 0;
}
