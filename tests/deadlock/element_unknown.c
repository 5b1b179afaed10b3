/* An element whose number nobody knows is given back: it may be the one that was taken by its number, and is it if the number is 0.
 * If it is not, that one is still held when the next lock is taken. */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m[4], n = PTHREAD_MUTEX_INITIALIZER;
static int x, y[4];

static void *by_number(void *argument)
{
	int k = rand() & 3;

	pthread_mutex_lock(&m[0]);
	if (k)
		pthread_mutex_lock(&m[k]);
	y[k]++; // NORACE
	pthread_mutex_unlock(&m[k]); // NOUNLOCK-UNHELD
	pthread_mutex_lock(&n); // DEADLOCK 1
	x++; // NORACE
	pthread_mutex_unlock(&n);
	if (k)
		pthread_mutex_unlock(&m[0]); // NOUNLOCK-UNHELD
	return argument;
} // NOLOCK-LEAK

static void *by_zero(void *argument)
{
	int k = rand() & 3;

	pthread_mutex_lock(&m[k]);
	if (!k)
		pthread_mutex_unlock(&m[0]); // NOUNLOCK-UNHELD
	else
		pthread_mutex_unlock(&m[k]); // NOUNLOCK-UNHELD
	return argument;
} // NOLOCK-LEAK

static void *other(void *argument)
{
	pthread_mutex_lock(&n);
	x--; // NORACE
	pthread_mutex_lock(&m[0]); // DEADLOCK 1
	y[0]++; // NORACE
	pthread_mutex_unlock(&m[0]);
	pthread_mutex_unlock(&n);
	return argument;
}

int main(void)
{
	pthread_t a, b, c;

	for (int i = 0; i < 4; i++)
		pthread_mutex_init(&m[i], 0);
	pthread_create(&a, 0, by_number, 0);
	pthread_create(&b, 0, other, 0);
	pthread_create(&c, 0, by_zero, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	pthread_join(c, 0);
	return 0;
}
