/* A lock that a thread takes twice. Main leads there. */
// PROVED: confirmed
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void add(void)
{
	pthread_mutex_lock(&m); // SELF-DEADLOCK
	n++;
	pthread_mutex_unlock(&m);
}

static void *worker(void *p)
{
	pthread_mutex_lock(&m);
	add();
	pthread_mutex_unlock(&m);
	return p;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, worker, 0);
	pthread_join(t, 0);
	return n;
}
