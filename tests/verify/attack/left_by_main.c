/* Main leaves with pthread_exit; the other thread goes on alone. */
// VERIFY: race-free
#include <pthread.h>

static int n;
static pthread_t first;

static void *other(void *unused)
{
	pthread_join(first, NULL);
	n++;
	return unused;
}

int main(void)
{
	pthread_t t;

	first = pthread_self();
	n++;
	pthread_create(&t, NULL, other, NULL);
	n++;
	pthread_exit(NULL);
}
