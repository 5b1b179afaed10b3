/* A function that calls itself comes back with the lock taken at the bottom; who called it takes the other lock then, and so
 * does another thread. */
#include <pthread.h>
#include <stddef.h>

struct level {
	struct level *below;
	int n;
};

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static struct level bottom, middle = { &bottom, 0 }, top = { &middle, 0 };

static struct level *enter(struct level *x)
{
	if (x->below)
		return enter(x->below);
	pthread_mutex_lock(&a);
	return x;
}

static void *down(void *arg)
{
	struct level *x = enter(&top);

	pthread_mutex_lock(&b);
	x->n++;
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	return arg;
}

static void *across(void *arg)
{
	pthread_mutex_lock(&a);
	pthread_mutex_lock(&b);
	bottom.n++;
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, down, NULL);
	pthread_create(&t2, NULL, across, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
