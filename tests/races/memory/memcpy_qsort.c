/* A table is sorted by qsort when it has grown; look-ups hold the lock shared, the sorting thread holds it alone. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int table[64];

static int compare(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b; // NORACE

	return (x > y) - (x < y);
}

static void *sort_table(void *argument)
{
	pthread_rwlock_wrlock(&lock);
	qsort(table, 64, sizeof table[0], compare); // NORACE
	pthread_rwlock_unlock(&lock);
	return argument;
}

static int smallest(void)
{
	int found;

	pthread_rwlock_rdlock(&lock);
	found = table[0]; // NORACE
	pthread_rwlock_unlock(&lock);
	return found;
}

int main(void)
{
	pthread_t sorter;

	for (int i = 0; i < 64; i++)
		table[i] = i * 37 % 64;
	pthread_create(&sorter, NULL, sort_table, NULL);
	printf("%d\n", smallest());
	pthread_join(sorter, NULL);
	return 0;
}
