/* The variable gets the id of the thread that is started: that thread gets in, too. */
#include <pthread.h>
#include <stdio.h>

static pthread_t owner;
static int total;

static void add(void)
{
	if (pthread_equal(owner, pthread_self())) // RACE 2
		total++; // RACE 1
}

static void *work(void *argument)
{
	add();
	return argument;
}

int main(void)
{
	owner = pthread_self();
	add();
	pthread_create(&owner, NULL, work, NULL); // RACE 2
	total++; // RACE 1
	pthread_join(owner, NULL);
	printf("%d\n", total); // NORACE
	return 0;
}
