/* An element of a table, once by a parameter that chooses it and once by its number: the same element. */
#include <pthread.h>
#include <stdio.h>

struct slot {
	long taken, given, lost, found;
};

static struct slot table[4];

static void take(unsigned long i)
{
	table[i].taken++; // RACE 1
}

static void *by_number(void *argument)
{
	take(1);
	return argument;
}

static void *by_name(void *argument)
{
	table[1].taken++; // RACE 1
	table[2].taken++; // NORACE
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, by_number, NULL);
	pthread_create(&two, NULL, by_name, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%ld\n", table[1].taken);
	return 0;
}
