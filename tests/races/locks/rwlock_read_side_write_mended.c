/* As rwlock_read_side_write.c, but the hits are counted by an atomic. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int table[16];
static atomic_ulong hits;

static int lookup(int key)
{
	int value;

	pthread_rwlock_rdlock(&lock);
	value = table[key % 16]; // NORACE
	hits++; // NORACE
	pthread_rwlock_unlock(&lock);
	return value;
}

static void *reader(void *argument)
{
	for (int i = 0; i < 1000; i++)
		if (lookup(i) < 0)
			break;
	return argument;
}

static void *writer(void *argument)
{
	for (int i = 0; i < 100; i++) {
		pthread_rwlock_wrlock(&lock);
		table[i % 16] = i; // NORACE
		pthread_rwlock_unlock(&lock);
	}
	return argument;
}

int main(void)
{
	pthread_t one, two, three;

	pthread_create(&one, NULL, reader, NULL);
	pthread_create(&two, NULL, reader, NULL);
	pthread_create(&three, NULL, writer, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	pthread_join(three, NULL);
	printf("%lu\n", hits);
	return 0;
}
