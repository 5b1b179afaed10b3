/* Declaration and definition call the parameter by different names, and both are annotated. */
#include <pthread.h>

#include "annotations.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;

void add(pthread_mutex_t *mutex) REQUIRES(*mutex) REQUIRES(lock);
void add(pthread_mutex_t *m) REQUIRES(*m) REQUIRES(lock);

void add(pthread_mutex_t *m)
{
	(void)m;
	n++; // NORACE
}

static void *work(void *arg)
{
	pthread_mutex_lock(&lock);
	add(&lock);
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	work(0);
	pthread_join(t, 0);
	return 0;
}
