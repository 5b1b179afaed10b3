/* As option_flag.c, but an option turns the lock off: getopt_long stores to the flag, which no statement of the program does. */
#include <getopt.h>
#include <pthread.h>
#include <stddef.h>

static int careless;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static const struct option options[] = { { "careless", no_argument, &careless, 1 }, { NULL, 0, NULL, 0 } };

static void *worker(void *argument)
{
	if (!careless)
		pthread_mutex_lock(&lock);
	total++; // RACE 1
	if (!careless)
		pthread_mutex_unlock(&lock);
	return argument;
}

int main(int argc, char **argv)
{
	pthread_t one, two;

	while (getopt_long(argc, argv, "", options, NULL) != -1)
		;
	pthread_create(&one, NULL, worker, NULL);
	pthread_create(&two, NULL, worker, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
