/* The id is written by pthread_create while the new thread reads it. */
// VERIFY: race
#include <pthread.h>

static pthread_t t;
static int same;

static void *other(void *unused)
{
	same = pthread_equal(t, pthread_self());
	return unused;
}

int main(void)
{
	pthread_create(&t, NULL, other, NULL);
	pthread_join(t, NULL);
	return same;
}
