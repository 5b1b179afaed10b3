/* Who asks for a clock that there is not gets no time. */
// PROVED: assuming
#include <pthread.h>
#include <time.h>

static struct timespec now;

static void *work(void *unused)
{
	clock_gettime(12345, &now); // NORACE
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	now.tv_sec = 1; // NORACE reported: it fails
	pthread_join(t, 0);
	return 0;
}
