/* The access that stands first in the file is behind a flag that nobody sets; two others race, in another function and with
 * another lock. */
#include <pthread.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static int total, debug;

static void *audit(void *p)
{
	if (debug)
		total = 0;
	return p;
}

static void *add(void *p)
{
	pthread_mutex_lock(&first);
	total += 2; // RACE 1
	pthread_mutex_unlock(&first);
	return p;
}

static void *take(void *p)
{
	pthread_mutex_lock(&second);
	total -= 1; // RACE 1
	pthread_mutex_unlock(&second);
	return p;
}

int main(void)
{
	pthread_t t[3];

	pthread_create(&t[0], 0, audit, 0);
	pthread_create(&t[1], 0, add, 0);
	pthread_create(&t[2], 0, take, 0);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], 0);
	return total;
}
