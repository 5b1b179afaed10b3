/* A table that is made on first use: everybody calls pthread_once before reading it. */
#include <pthread.h>
#include <stdio.h>

static pthread_once_t made = PTHREAD_ONCE_INIT;
static unsigned char reversed[256];

static void make_table(void)
{
	for (int i = 0; i < 256; i++)
		reversed[i] = (unsigned char)(255 - i); // NORACE
}

static unsigned char reverse(unsigned char c)
{
	pthread_once(&made, make_table);
	return reversed[c]; // NORACE
}

static void *user(void *argument)
{
	unsigned sum = 0;

	for (int i = 0; i < 1000; i++)
		sum += reverse((unsigned char)i);
	printf("%u\n", sum);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, user, NULL);
	pthread_create(&two, NULL, user, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
