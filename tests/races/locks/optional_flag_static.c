/* A global flag says whether there are threads at all: it is set before the first one starts. */
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int threaded;
static int count;
static void enter(void)
{
	if (threaded)
		pthread_mutex_lock(&lock);
}
static void leave(void)
{
	if (threaded)
		pthread_mutex_unlock(&lock);
}
static void add(void)
{
	enter();
	count++; // NORACE
	leave();
}
static void *worker(void *a)
{
	add();
	return a;
}
int main(int argc, char **argv)
{
	pthread_t t[2];

	(void)argv;
	add();
	threaded = 1;
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	add();
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
