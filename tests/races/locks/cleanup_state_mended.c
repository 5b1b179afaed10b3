/* As cleanup_state.c, but each thread saves it on its stack. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int commits;

static void commit(void)
{
	int old_state, old_type;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old_state); // NORACE
	pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &old_type); // NORACE
	pthread_mutex_lock(&lock);
	commits++; // NORACE
	pthread_mutex_unlock(&lock);
	pthread_setcanceltype(old_type, NULL); // NORACE
	pthread_setcancelstate(old_state, NULL); // NORACE
}

static void *client(void *argument)
{
	for (int i = 0; i < 500; i++)
		commit();
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, client, NULL);
	pthread_create(&two, NULL, client, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d\n", commits);
	return 0;
}
