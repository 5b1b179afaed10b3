/* The id of a thread is no small number, and none at all that the program knows. */
// PROVED: none
#include <pthread.h>
#include <stdint.h>

static int shared;
static pthread_t id;

static void *idle(void *unused)
{
	return unused;
}

static void *work(void *unused)
{
	shared = 1; // NORACE
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&id, 0, idle, 0);
	pthread_create(&t, 0, work, 0);
	if ((uintptr_t)id == 3)
		shared = 2; // NORACE reported: nobody gives such ids
	pthread_join(t, 0);
	return 0;
}
