/* Which element a thread has depends on its id, which may be any number: two may have the same. */
// VERIFY: race ; today: unknown: the id of a thread, taken as a number
#include <pthread.h>

static int slot[16];

static void *work(void *unused)
{
	slot[(unsigned long)pthread_self() / 4096 % 16]++;
	return unused;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, work, NULL);
	pthread_create(&two, NULL, work, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
