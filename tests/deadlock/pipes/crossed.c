/* Each of two threads reads from a pipe before it writes to the one that the other reads from. */
#include <pthread.h>
#include <unistd.h>

static int to[2], from[2];

static void *left(void *arg)
{
	char x = 0;

	if (read(from[0], &x, 1) != 1) // DEADLOCK 1
		return arg;
	if (write(to[1], &x, 1) != 1)
		return arg;
	return NULL;
}

static void *right(void *arg)
{
	char x;

	if (read(to[0], &x, 1) != 1) // DEADLOCK 1
		return arg;
	if (write(from[1], &x, 1) != 1)
		return arg;
	return NULL;
}

int main(void)
{
	pthread_t t1, t2;

	if (pipe(to) || pipe(from))
		return 1;
	pthread_create(&t1, NULL, left, NULL);
	pthread_create(&t2, NULL, right, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
