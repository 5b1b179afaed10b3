/* An option says whether there are locks: getopt_long stores to the flag, which no statement of the program does. Here the option only adds a second one. */
#include <getopt.h>
#include <pthread.h>
#include <stddef.h>

static int careful;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, more = PTHREAD_MUTEX_INITIALIZER;
static int total;

static const struct option options[] = { { "careful", no_argument, &careful, 1 }, { NULL, 0, NULL, 0 } };

static void *worker(void *argument)
{
	pthread_mutex_lock(&lock);
	if (careful)
		pthread_mutex_lock(&more);
	total++; // NORACE
	if (careful)
		pthread_mutex_unlock(&more);
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
