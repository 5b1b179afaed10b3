/* As flag_word.c, but by atomic operations. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#define READING 1u
#define WRITING 2u

static atomic_uint activity;

static void *reader(void *argument)
{
	for (int i = 0; i < 500; i++) {
		atomic_fetch_or(&activity, READING); // NORACE
		atomic_fetch_and(&activity, ~READING); // NORACE
	}
	return argument;
}

static void *writer(void *argument)
{
	for (int i = 0; i < 500; i++) {
		activity |= WRITING; // NORACE
		activity &= ~WRITING; // NORACE
	}
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, reader, NULL);
	pthread_create(&two, NULL, writer, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%u\n", activity);
	return 0;
}
