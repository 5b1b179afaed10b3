/* One bit-field, two threads, one lock. */
#include <pthread.h>
#include <stdio.h>

struct printer {
	unsigned paper_out : 1;
	unsigned : 31;
};

static struct printer printer;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *feeder(void *argument)
{
	for (int i = 0; i < 10; i++) {
		pthread_mutex_lock(&lock);
		printer.paper_out = i & 1; // NORACE
		pthread_mutex_unlock(&lock);
	}
	return argument;
}

static void *panel(void *argument)
{
	int shown = 0;

	for (int i = 0; i < 10; i++) {
		pthread_mutex_lock(&lock);
		shown += printer.paper_out; // NORACE
		pthread_mutex_unlock(&lock);
	}
	printf("%d\n", shown);
	return argument;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, feeder, NULL);
	pthread_create(&second, NULL, panel, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
