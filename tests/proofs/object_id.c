/* The started thread reads the id that pthread_create may still have to write. */
// PROVED: confirmed
#include <pthread.h>

static pthread_t id;
static int seen;

static void *work(void *a)
{
	if (pthread_equal(id, pthread_self())) // RACE 1
		seen = 1;
	return a;
}

int main(void)
{
	pthread_create(&id, NULL, work, NULL); // RACE 1
	pthread_join(id, NULL);
	return seen;
}
