/* Each order of the two locks is that of another object. */
#include <pthread.h>

struct file {
	pthread_mutex_t position, data;
	int n;
};

static struct file one = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, 0 };
static struct file two = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, 0 };

static void *seeks(void *arg)
{
	struct file *f = arg;

	pthread_mutex_lock(&f->position);
	pthread_mutex_lock(&f->data);
	f->n++;
	pthread_mutex_unlock(&f->data);
	pthread_mutex_unlock(&f->position);
	return NULL;
}

static void *reads(void *arg)
{
	struct file *f = arg;

	pthread_mutex_lock(&f->data);
	pthread_mutex_lock(&f->position);
	f->n++;
	pthread_mutex_unlock(&f->position);
	pthread_mutex_unlock(&f->data);
	return NULL;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, seeks, &one);
	pthread_create(&t2, NULL, reads, &two);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
