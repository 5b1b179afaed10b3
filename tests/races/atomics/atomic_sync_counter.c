/* The older builtins on an ordinary variable, in all places: fetch-and-add for reading, too. */
#include <pthread.h>
#include <stdio.h>

static int references = 1;

static void *user(void *argument)
{
	for (int i = 0; i < 1000; i++) {
		__sync_add_and_fetch(&references, 1); // NORACE
		__sync_sub_and_fetch(&references, 1); // NORACE
	}
	return argument;
}

static int in_use(void)
{
	return __sync_fetch_and_add(&references, 0) > 1; // NORACE
}

int main(void)
{
	pthread_t one, two;
	int seen = 0;

	pthread_create(&one, NULL, user, NULL);
	pthread_create(&two, NULL, user, NULL);
	for (int i = 0; i < 100; i++)
		seen += in_use();
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d\n", seen);
	return 0;
}
