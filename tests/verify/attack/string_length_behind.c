/* strlen does not read behind the end. */
// VERIFY: race-free
#include <pthread.h>
#include <string.h>

static char s[8] = "ab";
static unsigned long n;

static void *other(void *unused)
{
	s[3] = 1;
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
