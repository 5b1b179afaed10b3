/* The flag is one variable of all threads. */
#include <pthread.h>
#include <stdio.h>

static int owner;
static int total;

static void add(int n)
{
	if (!owner) // RACE 2
		return;
	total += n; // RACE 1
}

static void *own(void *argument)
{
	owner = 1; // RACE 2
	add(1);
	return argument;
}

static void *other(void *argument)
{
	owner = 0; // RACE 2
	add(2);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, own, NULL);
	pthread_create(&two, NULL, other, NULL);
	add(3);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d\n", total); // NORACE
	return 0;
}
