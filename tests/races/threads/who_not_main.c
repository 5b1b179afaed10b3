/* What only the workers do, one of them at a time by a lock that main never takes; main is led past it. */
#include <pthread.h>
#include <stdio.h>

static pthread_t main_thread;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void finish(void)
{
	int in_main = pthread_equal(main_thread, pthread_self());

	if (!in_main)
		done++; // NORACE
}

static void *work(void *argument)
{
	pthread_mutex_lock(&lock);
	finish();
	pthread_mutex_unlock(&lock);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	main_thread = pthread_self();
	pthread_create(&one, NULL, work, NULL);
	pthread_create(&two, NULL, work, NULL);
	finish();
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d\n", done);
	return 0;
}
