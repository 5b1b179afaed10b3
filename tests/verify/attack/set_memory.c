/* memset writes all of it. */
// VERIFY: race
#include <pthread.h>
#include <string.h>

static char s[64];

static void *other(void *unused)
{
	memset(s, 1, sizeof s);
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, other, NULL);
	s[63] = 2;
	pthread_join(t, NULL);
	return 0;
}
