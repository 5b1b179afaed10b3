/* A number that does not fit leaves ERANGE in errno (C17, 7.22.1.4p8), one that does leaves it as it was (POSIX). */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

static int large, small, other;

static void *work(void *unused)
{
	long n;

	errno = 0;
	n = strtol("99999999999999999999", NULL, 10);
	if (errno == ERANGE && n > 0)
		large++; // RACE 1
	if (errno == 0)
		small++; // NORACE reported
	errno = 0;
	if (strtoul("-1", NULL, 10) && errno)
		other++; // NORACE reported: all unsigned numbers may have a sign
	return unused;
}

int main(void)
{
	pthread_t t, u;

	pthread_create(&t, 0, work, 0);
	pthread_create(&u, 0, work, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
