/* A record is copied as a whole while a member is written. */
// VERIFY: race
#include <pthread.h>

static struct pair {
	long a, b, c[6];
} s, d;

static void *other(void *unused)
{
	s.c[5] = 1;
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, other, NULL);
	d = s;
	pthread_join(t, NULL);
	return 0;
}
