/* A thread that has told that it is done need not have ended: a join that is only tried may fail. */
// VERIFY: race
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>

static atomic_int done;
static int shared;

static void *other(void *unused)
{
	atomic_store(&done, 1);
	return unused;
}

static void *third(void *unused)
{
	shared = 1;
	return unused;
}

int main(void)
{
	pthread_t t, u;

	pthread_create(&u, NULL, third, NULL);
	pthread_create(&t, NULL, other, NULL);
	if (atomic_load(&done) && pthread_tryjoin_np(t, NULL) != 0)
		shared = 2;
	pthread_join(u, NULL);
	return 0;
}
