/* As path_flag.c, but the flag that is tested is a parameter, and one of the threads passes 0. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int entries;

static void insert(int n, int threaded)
{
	if (threaded)
		pthread_mutex_lock(&lock);
	entries += n; // RACE 1
	if (threaded)
		pthread_mutex_unlock(&lock);
}

static void *loader(void *argument)
{
	for (int i = 0; i < 1000; i++)
		insert(1, 1);
	return argument;
}

static void *importer(void *argument)
{
	for (int i = 0; i < 1000; i++)
		insert(2, 0);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	insert(10, 0);
	pthread_create(&one, NULL, loader, NULL);
	pthread_create(&two, NULL, importer, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d\n", entries);
	return 0;
}
