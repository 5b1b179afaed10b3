/* As record_bytes.c, but all bytes of the record are read, by their numbers: those of each member. */
#include <pthread.h>

static struct entry {
	int number;
	int uses;
} entry;

static void *reader(void *argument)
{
	const unsigned char *byte = (const unsigned char *)&entry;
	unsigned sum = 0;

	for (unsigned i = 0; i < sizeof entry; i++)
		sum += byte[i]; // RACE 1
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
