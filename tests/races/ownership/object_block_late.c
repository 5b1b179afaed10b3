/* The lock lies in a block that is made once and found by a variable: it is made after the thread was started that uses it, and
 * another one is ended before its user is joined. */
#include <pthread.h>
#include <stdlib.h>

struct early {
	int n;
	pthread_mutex_t lock;
};

struct late {
	int n;
	pthread_mutex_t lock;
};

static struct early *early;
static struct late *late;

static void *worker(void *arg)
{
	pthread_mutex_lock(&late->lock); // RACE 1
	late->n++;
	pthread_mutex_unlock(&late->lock);
	pthread_mutex_lock(&early->lock); // RACE 2
	early->n++;
	pthread_mutex_unlock(&early->lock);
	return arg;
}

int main(void)
{
	pthread_t t;

	early = calloc(1, sizeof *early);
	late = calloc(1, sizeof *late);
	pthread_mutex_init(&early->lock, NULL);
	pthread_create(&t, NULL, worker, NULL);
	pthread_mutex_init(&late->lock, NULL); // RACE 1
	pthread_mutex_destroy(&early->lock); // RACE 2
	pthread_join(t, NULL);
	return 0;
}
