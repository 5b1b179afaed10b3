/* The twin of pt_guarded.c: both hold the lock. */
#include <pthread.h>
#include <stdlib.h>

#include "annotations.h"

struct box {
	pthread_mutex_t lock;
	int *sum PT_GUARDED_BY(&lock);
};

static struct box box = { PTHREAD_MUTEX_INITIALIZER, 0 };

static void *work(void *arg)
{
	pthread_mutex_lock(&box.lock);
	*box.sum += 1; // NORACE
	pthread_mutex_unlock(&box.lock);
	return arg;
}

int main(void)
{
	pthread_t a;

	box.sum = malloc(sizeof *box.sum);
	if (!box.sum)
		return 1;
	pthread_create(&a, 0, work, 0);
	pthread_mutex_lock(&box.lock);
	*box.sum = 0; // NORACE
	pthread_mutex_unlock(&box.lock);
	pthread_join(a, 0);
	return 0;
}
