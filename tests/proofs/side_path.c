/* What is not there has no name of its own. */
// PROVED: assuming
#include <pthread.h>
#include <limits.h>
#include <stdlib.h>

static char name[PATH_MAX];

static void *work(void *unused)
{
	(void)!realpath("/no/such/file", name); // NORACE
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	name[0] = 1; // NORACE reported: it fails
	pthread_join(t, 0);
	return 0;
}
