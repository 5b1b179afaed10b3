/* As once_rearmed.c, but for another table the once is armed again, while others read the one that is there. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int table[256];

static void fill(void)
{
	for (int i = 0; i < 256; i++)
		table[i] = rand(); // RACE 1
}

static int look(unsigned i)
{
	int value;

	pthread_once(&once, fill); // RACE 2
	value = table[i % 256]; // RACE 1
	return value;
}

static void renew(void)
{
	once = (pthread_once_t)PTHREAD_ONCE_INIT; // RACE 2
	pthread_once(&once, fill);
}

static void *looker(void *argument)
{
	int sum = 0;

	for (unsigned i = 0; i < 1000; i++)
		sum ^= look(i);
	printf("%d\n", sum);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, looker, NULL);
	pthread_create(&two, NULL, looker, NULL);
	renew();
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
