/* Who has seen the flag is behind the store to it, and only the maker stores there, by either of its two names. */
#include <pthread.h>
#include <stdatomic.h>

static int data;
atomic_int ready;
extern atomic_int done __attribute__((alias("ready")));

static void *maker(void *argument)
{
	data = 1; // NORACE
	atomic_store(&done, 1);
	return argument;
}

static void *user(void *argument)
{
	while (!atomic_load(&ready))
		;
	data = 2; // NORACE
	return argument;
}

static void *third(void *argument)
{
	return argument;
}

int main(void)
{
	pthread_t one, two, three;

	pthread_create(&one, NULL, maker, NULL);
	pthread_create(&two, NULL, user, NULL);
	pthread_create(&three, NULL, third, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	pthread_join(three, NULL);
	return 0;
}
