/* As libc_search_sort.c, but the search, whose comparison reads the table and counts, does not lock. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct row {
	int key, value;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct row table[64];
static long comparisons;

static int by_key(const void *a, const void *b)
{
	const struct row *x = a, *y = b;

	comparisons++; // RACE 1
	return (x->key > y->key) - (x->key < y->key); // RACE 2
}

static int look(int key)
{
	struct row wanted = { key, 0 }, *found;
	int value = -1;

	found = bsearch(&wanted, table, 64, sizeof *table, by_key);
	if (found)
		value = found->value; // RACE 3
	return value;
}

static void change(int i)
{
	pthread_mutex_lock(&lock);
	table[i % 64].key = i; // RACE 2
	table[i % 64].value = i * 2; // RACE 3
	qsort(table, 64, sizeof *table, by_key); // RACE 2; RACE 3
	pthread_mutex_unlock(&lock);
}

static void *changer(void *argument)
{
	for (int i = 0; i < 100; i++)
		change(i);
	return argument;
}

static void *looker(void *argument)
{
	int sum = 0;

	for (int i = 0; i < 100; i++)
		sum += look(i);
	printf("%d\n", sum);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, changer, NULL);
	pthread_create(&two, NULL, looker, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%ld\n", comparisons);
	return 0;
}
