/* An id is what it was. */
// PROVED: confirmed
#include <pthread.h>

static int shared;
static pthread_t id, kept;

static void *idle(void *unused)
{
	return unused;
}

static void *work(void *unused)
{
	shared = 1; // RACE 1
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&id, 0, idle, 0);
	kept = id;
	pthread_create(&t, 0, work, 0);
	if (pthread_equal(id, kept))
		shared = 2; // RACE 1
	pthread_join(t, 0);
	return 0;
}
