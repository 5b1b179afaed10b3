/* A sum over all bytes of a record, by a function that takes memory of any kind; both sides take the lock. */
#include <pthread.h>
#include <stddef.h>

struct record {
	int number;
	int uses;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct record entry;

static unsigned sum_of(const void *memory, size_t size)
{
	const unsigned char *byte = memory;
	unsigned sum = 0;

	for (size_t i = 0; i < size; i++)
		sum += byte[i]; // NORACE
	return sum;
}

static void *reader(void *argument)
{
	unsigned sum;

	pthread_mutex_lock(&lock);
	sum = sum_of(&entry, sizeof entry);
	pthread_mutex_unlock(&lock);
	return sum ? argument : NULL;
}

static void *writer(void *argument)
{
	pthread_mutex_lock(&lock);
	entry.uses = 1; // NORACE
	pthread_mutex_unlock(&lock);
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
