/* What cannot fail writes. */
// PROVED: confirmed
#include <pthread.h>
#include <sys/time.h>

static struct timeval now;

static void *work(void *unused)
{
	gettimeofday(&now, 0); // RACE 1
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	now.tv_sec = 1; // RACE 1
	pthread_join(t, 0);
	return 0;
}
