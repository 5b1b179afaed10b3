/* Acquire and release hang on one member that nobody changes; what is between is also done only where it is set. */
#include <pthread.h>
#include <stdbool.h>
struct conf { bool mt; };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct conf conf;
static int jobs;
static void *worker(void *a)
{
	for (int i = 0; i < 100; i++) {
		if (conf.mt)
			pthread_mutex_lock(&lock);
		if (!conf.mt)
			jobs++; // RACE 1
		if (conf.mt)
			pthread_mutex_unlock(&lock);
	}
	return a;
}
int main(int argc, char **argv)
{
	pthread_t t[2];

	(void)argv;
	conf.mt = argc > 1;
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
