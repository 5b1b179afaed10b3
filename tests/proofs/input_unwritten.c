/* If scanf has converted nothing, it has written nothing: the second access cannot be reached, whatever the input. */
#include <pthread.h>
#include <stdio.h>

static int x;

static void *worker(void *argument)
{
	x++; // NORACE
	return argument;
}

int main(void)
{
	pthread_t t;
	int n = 0;

	pthread_create(&t, NULL, worker, NULL);
	if (scanf("%d", &n) == 0 && n == 7)
		x++; // NORACE reported
	return 0;
}
