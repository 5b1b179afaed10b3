/* main saves its id too late: when it gets there first, it is none that is known. */
#include <pthread.h>
#include <stdio.h>

static pthread_t main_thread;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void finish(void)
{
	int in_main = pthread_equal(main_thread, pthread_self()); // RACE 2

	if (!in_main)
		done++; // RACE 1
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

	pthread_create(&one, NULL, work, NULL);
	pthread_create(&two, NULL, work, NULL);
	finish();
	main_thread = pthread_self(); // RACE 2
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d\n", done);
	return 0;
}
