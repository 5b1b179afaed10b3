/* Adjacent bit-fields are one memory location. */
// VERIFY: race
#include <pthread.h>

static struct {
	unsigned a : 3, b : 5;
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
