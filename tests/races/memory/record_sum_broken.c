/* As record_sum.c, without the lock: the sum has every member, not only the first. */
#include <pthread.h>
#include <stddef.h>

struct record {
	int number;
	int uses;
};

static struct record entry;

static unsigned sum_of(const void *memory, size_t size)
{
	const unsigned char *byte = memory;
	unsigned sum = 0;

	for (size_t i = 0; i < size; i++)
		sum += byte[i]; // RACE 1
	return sum;
}

static void *reader(void *argument)
{
	unsigned sum;

	sum = sum_of(&entry, sizeof entry);
	return sum ? argument : NULL;
}

static void *writer(void *argument)
{
	entry.uses = 1; // RACE 1
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, reader, NULL);
	pthread_create(&two, NULL, writer, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
