/* As atomic_sync_counter.c, but it is read without a builtin. */
#include <pthread.h>
#include <stdio.h>

static int references = 1;

static void *user(void *argument)
{
	for (int i = 0; i < 1000; i++) {
		__sync_add_and_fetch(&references, 1); // RACE 1
		__sync_sub_and_fetch(&references, 1); // RACE 1
	}
	return argument;
}

static int in_use(void)
{
	return references > 1; // RACE 1
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
