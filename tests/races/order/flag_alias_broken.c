/* As flag_alias.c, but another thread sets the flag as well, by its second name. */
#include <pthread.h>
#include <stdatomic.h>

static int data;
atomic_int ready;
extern atomic_int done __attribute__((alias("ready")));

static void *maker(void *argument)
{
	data = 1; // RACE 1
	atomic_store(&ready, 1);
	return argument;
}

static void *user(void *argument)
{
	while (!atomic_load(&ready))
		;
	data = 2; // RACE 1
	return argument;
}

static void *third(void *argument)
{
	atomic_store(&done, 1);
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
