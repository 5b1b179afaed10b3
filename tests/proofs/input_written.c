/* A race that only some inputs reach: the number that scanf writes must be 7. Before it the variable holds something else. */
#include <pthread.h>
#include <stdio.h>

static int x;

static void *worker(void *argument)
{
	x++; // RACE 1
	return argument;
}

int main(void)
{
	pthread_t t;
	int n = 0;

	pthread_create(&t, NULL, worker, NULL);
	if (scanf("%d", &n) == 1 && n == 7)
		x++; // RACE 1
	return 0;
}
