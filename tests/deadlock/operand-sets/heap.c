/* Two locks in blocks of their own, handed to the threads in a structure; each has another one first. */
#include <pthread.h>
#include <stdlib.h>

struct pair {
	pthread_mutex_t *x, *y;
};

static void *worker(void *arg)
{
	struct pair *p = arg;

	pthread_mutex_lock(p->x); // DEADLOCK 1
	pthread_mutex_lock(p->y); // DEADLOCK 1
	pthread_mutex_unlock(p->y);
	pthread_mutex_unlock(p->x);
	return NULL;
}

int main(void)
{
	pthread_t t1, t2;
	pthread_mutex_t *a = malloc(sizeof *a), *b = malloc(sizeof *b);
	struct pair one = { a, b }, two = { b, a };

	pthread_mutex_init(a, NULL);
	pthread_mutex_init(b, NULL);
	pthread_create(&t1, NULL, worker, &one);
	pthread_create(&t2, NULL, worker, &two);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
