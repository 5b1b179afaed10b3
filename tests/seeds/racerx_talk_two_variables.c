/* racerx, the talk: two variables that belong together are changed without a lock, so that others see one of them new and
 * the other one old. */
#include <pthread.h>

static int x, y, sum;

static void *writer(void *argument)
{
	int i = argument != NULL, j = i + 1;

	x = i; // RACE 1
	y = j; // RACE 2
	return argument;
}

static void *reader(void *argument)
{
	sum = x + y; // RACE 1; RACE 2
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, writer, NULL);
	pthread_create(&t2, NULL, reader, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
