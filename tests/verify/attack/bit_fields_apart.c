/* A field of width zero parts them. */
// VERIFY: race-free
#include <pthread.h>

static struct {
	unsigned a : 8;
	unsigned : 0;
	unsigned b : 8;
} s;

static void *other(void *unused)
{
	s.a = 1;
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, other, NULL);
	s.b = 2;
	pthread_join(t, NULL);
	return 0;
}
