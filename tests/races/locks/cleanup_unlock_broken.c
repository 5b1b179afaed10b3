/* As cleanup_unlock.c, but the handler releases the lock first. */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work = PTHREAD_COND_INITIALIZER;
static int waiting, gone;

static void leave(void *argument)
{
	pthread_mutex_unlock(argument);
	gone++; // RACE 1
}

static void *worker(void *argument)
{
	pthread_mutex_lock(&lock);
	pthread_cleanup_push(leave, &lock);
	waiting++; // NORACE
	while (waiting > 0)
		pthread_cond_wait(&work, &lock);
	pthread_cleanup_pop(1);
	return argument;
}

static int all_wait(void)
{
	int all;

	pthread_mutex_lock(&lock);
	all = waiting == 3; // NORACE
	pthread_mutex_unlock(&lock);
	return all;
}

int main(void)
{
	pthread_t thread[3];

	for (int i = 0; i < 3; i++)
		pthread_create(&thread[i], NULL, worker, NULL);
	while (!all_wait())
		usleep(100);
	for (int i = 0; i < 3; i++)
		pthread_cancel(thread[i]);
	for (int i = 0; i < 3; i++)
		pthread_join(thread[i], NULL);
	printf("%d gone\n", gone);
	return 0;
}
