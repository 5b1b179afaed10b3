/* As checksum_words.c, under a lock. */
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct head { uint16_t kind, length; uint32_t from, count; };

static struct head head;
static int table[64];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* over the record, two bytes at a time */
static unsigned checksum(const void *data, size_t bytes)
{
	const uint16_t *word = data;
	unsigned sum = 0;

	for (size_t i = 0; i < bytes / 2; i++)
		sum += word[i]; // NORACE
	return sum;
}

/* an array of numbers: other elements for each thread */
static void fill(void *data, int from)
{
	int *number = data;

	for (int i = from; i < from + 32; i++)
		number[i] = i; // NORACE
}

static void *sender(void *argument)
{
	pthread_mutex_lock(&lock);
	printf("%u\n", checksum(&head, sizeof head));
	pthread_mutex_unlock(&lock);
	fill(&table[0], 0);
	return argument;
}

static void *counter(void *argument)
{
	pthread_mutex_lock(&lock);
	head.count++; // NORACE
	pthread_mutex_unlock(&lock);
	return argument;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, sender, NULL);
	pthread_create(&b, NULL, counter, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
