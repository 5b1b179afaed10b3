/* The same with a precision of 1: the first byte is read. */
#include <pthread.h>
#include <stdio.h>

static char name[8];

static void *change(void *argument)
{
	name[0] = 'x'; // RACE 1
	return argument;
}

static void say(int most)
{
	printf("%.*s\n", most, name); // RACE 1
}

int main(void)
{
	pthread_t thread;
	volatile int none = 1;

	pthread_create(&thread, NULL, change, NULL);
	say(none);
	pthread_join(thread, NULL);
	return 0;
}
