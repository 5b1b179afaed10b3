/* A name at the beginning of a record is read by its characters: an index does not leave its array. */
#include <pthread.h>

static struct {
	char name[16];
	int uses;
} entry;

static void *reader(void *argument)
{
	unsigned sum = 0;

	for (unsigned i = 0; i < sizeof entry.name; i++)
		sum += (unsigned char)entry.name[i]; // NORACE
	return sum ? argument : NULL;
}

static void *writer(void *argument)
{
	entry.uses = 1; // NORACE
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
