/* A precision of 0 reads nothing, also where only the run tells that it is 0: an execution that shows it would be a lie. */
#include <pthread.h>
#include <stdio.h>

static char name[8];

static void *change(void *argument)
{
	name[0] = 'x'; // NORACE reported: %.*s, and who calls say() is not asked for the number
	return argument;
}

static void say(int most)
{
	printf("%.*s\n", most, name);
}

int main(void)
{
	pthread_t thread;
	volatile int none = 0;

	pthread_create(&thread, NULL, change, NULL);
	say(none);
	pthread_join(thread, NULL);
	return 0;
}
