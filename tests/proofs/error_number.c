/* A call that fails says why. */
// PROVED: assuming
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>

static int shared;

static void *work(void *a)
{
	errno = 0;
	if (open("/", 0) < 0 && errno == 0)
		shared++; // NORACE reported: errno is not 0 then
	return a;
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
