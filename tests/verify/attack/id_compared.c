/* Ids that are only compared: the first thread alone writes. */
// VERIFY: race-free
#include <pthread.h>

static pthread_t first;
static int n;

static void *work(void *unused)
{
	if (pthread_equal(pthread_self(), first))
		n++;
	return unused;
}

int main(void)
{
	pthread_t other;

	first = pthread_self();
	pthread_create(&other, NULL, work, NULL);
	work(NULL);
	pthread_join(other, NULL);
	return 0;
}
