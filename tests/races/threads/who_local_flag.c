/* A thread-local flag says that this is the thread that owns the number. */
#include <pthread.h>
#include <stdio.h>

static _Thread_local int owner;
static int total;

static void add(int n)
{
	if (!owner)
		return;
	total += n; // NORACE
}

static void *own(void *argument)
{
	owner = 1;
	add(1);
	return argument;
}

static void *other(void *argument)
{
	owner = 0;
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
