/* A sweeper goes down over the table, one entry a call, and begins again at the end: the entries stay in the table, and the next round finds them again. Not a stack: the cursor is
 * set to the number of entries in a function of its own, and three more cursors show other ways to begin again. */
#include <pthread.h>
#include <stdlib.h>

#define MOST 4

struct entry {
	int uses;
	long bytes;
	long third;
	long fourth;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct entry *table[MOST], *fixed[MOST], *passed[MOST], *left[MOST];
static unsigned entries, cursor, at = MOST, to, top;

static void again(void)
{
	cursor = entries; // NORACE
}

static struct entry *next(void)
{
	struct entry *e;

	pthread_mutex_lock(&lock);
	if (!cursor) // NORACE
		again();
	e = table[--cursor]; // NORACE
	pthread_mutex_unlock(&lock);
	return e;
}

static void fill(unsigned *p)
{
	*p = MOST; // NORACE
}

static struct entry *next_fixed(void)
{
	struct entry *e;

	pthread_mutex_lock(&lock);
	if (!at) // NORACE
		fill(&at);
	e = fixed[--at]; // NORACE
	pthread_mutex_unlock(&lock);
	return e;
}

static void rewind_head(void)
{
	to = 0; // NORACE
}

static struct entry *next_up(void)
{
	struct entry *e;

	pthread_mutex_lock(&lock);
	if (to == entries) // NORACE
		rewind_head();
	e = passed[to++]; // NORACE
	pthread_mutex_unlock(&lock);
	return e;
}

static void put_back(void)
{
	top++; // NORACE
}

static struct entry *look(void)
{
	struct entry *e;

	pthread_mutex_lock(&lock);
	e = left[--top]; // NORACE
	put_back();
	pthread_mutex_unlock(&lock);
	return e;
}

static void *worker(void *argument)
{
	for (int i = 0; i < 100; i++) {
		next()->uses++; // RACE 1
		next_fixed()->bytes++; // RACE 2
		next_up()->third++; // RACE 3
		look()->fourth++; // RACE 4
	}
	return argument;
}

int main(void)
{
	pthread_t one, two;

	for (int i = 0; i < MOST; i++) {
		table[i] = calloc(1, sizeof **table);
		fixed[i] = calloc(1, sizeof **table);
		passed[i] = calloc(1, sizeof **table);
		left[top++] = calloc(1, sizeof **table);
		entries++;
	}
	pthread_create(&one, NULL, worker, NULL);
	pthread_create(&two, NULL, worker, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
