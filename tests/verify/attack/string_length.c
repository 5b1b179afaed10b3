/* strlen reads up to the end of the string, and the end is written. */
// VERIFY: race
#include <pthread.h>
#include <string.h>

static char s[8] = "ab";
static unsigned long n;

static void *other(void *unused)
{
	s[2] = 0;
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, other, NULL);
	n = strlen(s);
	pthread_join(t, NULL);
	return 0;
}
