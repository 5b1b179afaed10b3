/* As handed_on.c, with the store of the flag last. */
// VERIFY: race-free
#include <pthread.h>
#include <stdatomic.h>

static atomic_int first, second;
static int shared;

static void *begins(void *argument)
{
	shared = 1;
	atomic_store(&first, 1);
	return argument;
}

static void *hands_on(void *argument)
{
	if (atomic_load(&first))
		atomic_store(&second, 1);
	return argument;
}

static void *ends(void *argument)
{
	if (atomic_load(&second))
		shared = 2;
	return argument;
}

int main(void)
{
	pthread_t thread[3];

	pthread_create(&thread[0], NULL, begins, NULL);
	pthread_create(&thread[1], NULL, hands_on, NULL);
	pthread_create(&thread[2], NULL, ends, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(thread[i], NULL);
	return 0;
}
