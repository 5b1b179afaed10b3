/* A record is read as an array of numbers of two bytes, behind a pointer to anything, while one of its members is written. */
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct head { uint16_t kind, length; uint32_t from, count; };

static struct head head;
static int table[64];

/* over the record, two bytes at a time */
static unsigned checksum(const void *data, size_t bytes)
{
	const uint16_t *word = data;
	unsigned sum = 0;

	for (size_t i = 0; i < bytes / 2; i++)
		sum += word[i]; // RACE 1
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
	printf("%u\n", checksum(&head, sizeof head));
	fill(&table[0], 0);
	return argument;
}

static void *counter(void *argument)
{
	head.count++; // RACE 1
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
