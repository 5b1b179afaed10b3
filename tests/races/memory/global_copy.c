/* A snapshot of the whole struct is copied under the lock, and read at leisure. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct load {
	int one;
} load;

static struct load snapshot(void)
{
	struct load copy;

	pthread_mutex_lock(&lock);
	memcpy(&copy, &load, sizeof copy); // NORACE
	pthread_mutex_unlock(&lock);
	return copy;
}

static void *measure(void *argument)
{
	for (int i = 0; i < 500; i++) {
		pthread_mutex_lock(&lock);
		load.one = i; // NORACE
		pthread_mutex_unlock(&lock);
	}
	return argument;
}

static void *show(void *argument)
{
	int most = 0;

	for (int i = 0; i < 500; i++) {
		struct load now = snapshot();

		most = now.one > most ? now.one : most;
	}
	printf("%d\n", most);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, measure, NULL);
	pthread_create(&two, NULL, show, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
