/* As hash_resize.c, but whether a key fits is looked up before the table is held. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define STRIPES 4

static pthread_rwlock_t table_lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t stripes[STRIPES];
static int *table;
static unsigned size = 8;

static void add(unsigned key)
{
	int fits = key < size; // RACE 1

	pthread_rwlock_rdlock(&table_lock);
	pthread_mutex_lock(&stripes[key % STRIPES]);
	if (fits)
		table[key]++; // NORACE reported: the lock's number follows from the element's, in a table that gets replaced
	pthread_mutex_unlock(&stripes[key % STRIPES]);
	pthread_rwlock_unlock(&table_lock);
}

static void grow(void)
{
	int *larger;

	pthread_rwlock_wrlock(&table_lock);
	larger = calloc(size * 2, sizeof *larger); // NORACE
	if (!larger)
		abort();
	for (unsigned i = 0; i < size; i++) // NORACE
		larger[i] = table[i]; // NORACE
	free(table); // NORACE
	table = larger; // NORACE
	size *= 2; // RACE 1
	pthread_rwlock_unlock(&table_lock);
}

static void *fill(void *argument)
{
	for (unsigned key = 0; key < 2000; key++)
		add(key);
	return argument;
}

static void *resize(void *argument)
{
	for (int i = 0; i < 4; i++)
		grow();
	return argument;
}

int main(void)
{
	pthread_t one, two, three;

	table = calloc(size, sizeof *table);
	if (!table)
		abort();
	for (int i = 0; i < STRIPES; i++)
		pthread_mutex_init(&stripes[i], NULL);
	pthread_create(&one, NULL, fill, NULL);
	pthread_create(&two, NULL, fill, NULL);
	pthread_create(&three, NULL, resize, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	pthread_join(three, NULL);
	printf("%u\n", size);
	free(table);
	return 0;
}
