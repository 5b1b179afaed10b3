/* Flags of two threads in one word, changed by |= and &=: each of them reads and writes the other one's bits as well. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#define READING 1u
#define WRITING 2u

static unsigned activity;

static void *reader(void *argument)
{
	for (int i = 0; i < 500; i++) {
		activity |= READING; // RACE 1
		activity &= ~READING; // RACE 1
	}
	return argument;
}

static void *writer(void *argument)
{
	for (int i = 0; i < 500; i++) {
		activity |= WRITING; // RACE 1
		activity &= ~WRITING; // RACE 1
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
