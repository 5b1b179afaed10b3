/* As once_table.c, but a plain flag is meant to save the call: who sees it set has seen nothing of the table. */
#include <pthread.h>
#include <stdio.h>

static pthread_once_t made = PTHREAD_ONCE_INIT;
static unsigned char reversed[256];
static int is_made;

static void make_table(void)
{
	for (int i = 0; i < 256; i++)
		reversed[i] = (unsigned char)(255 - i); // RACE 1
	is_made = 1; // RACE 2
}

static unsigned char reverse(unsigned char c)
{
	if (!is_made) // RACE 2
		pthread_once(&made, make_table);
	return reversed[c]; // RACE 1
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
