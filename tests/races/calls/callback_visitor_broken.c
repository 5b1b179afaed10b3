/* As callback_visitor.c, but the lock is only held while the next entry is looked up, not while the visitor runs. */
#include <pthread.h>
#include <stdio.h>

#define ENTRIES 10

struct entry {
	int key, marked;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct entry entries[ENTRIES];

static void each_entry(void (*visit)(struct entry *, void *), void *argument)
{
	for (int i = 0; i < ENTRIES; i++) {
		struct entry *e;

		pthread_mutex_lock(&lock);
		e = &entries[i];
		pthread_mutex_unlock(&lock);
		visit(e, argument);
	}
}

static void mark(struct entry *e, void *unused)
{
	(void)unused;
	e->marked = 1; // RACE 1
}

static void count_marked(struct entry *e, void *count)
{
	*(int *)count += e->marked; // RACE 1
}

static void *marker(void *argument)
{
	for (int i = 0; i < 100; i++)
		each_entry(mark, NULL);
	return argument;
}

static void *counter(void *argument)
{
	int count = 0;

	for (int i = 0; i < 100; i++)
		each_entry(count_marked, &count);
	printf("%d\n", count);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, marker, NULL);
	pthread_create(&two, NULL, counter, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
