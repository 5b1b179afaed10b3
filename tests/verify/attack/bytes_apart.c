/* Neighbouring bytes are two memory locations. */
// VERIFY: race-free
#include <pthread.h>

static char s[2];

static void *other(void *unused)
{
	s[0] = 1;
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, other, NULL);
	s[1] = 2;
	pthread_join(t, NULL);
	return 0;
}
