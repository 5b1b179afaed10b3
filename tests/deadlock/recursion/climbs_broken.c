/* A function calls itself up to the top of a tree, and gives nothing back there: the lock is taken again while it is held. */
#include <pthread.h>
#include <stddef.h>

struct node {
	struct node *up, *side;
	int n;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct node top, leaf = { &top, NULL, 0 };

static void done(struct node *x)
{
	if (x->up) {
		done(x->up);
		return;
	}
	if (x->side) {
		done(x->side);
		return;
	}
	x->n++;
}

static void *worker(void *arg)
{
	pthread_mutex_lock(&m);
	done(&leaf);
	pthread_mutex_lock(&m); // SELF-DEADLOCK
	leaf.n++;
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, worker, NULL);
	pthread_create(&t2, NULL, worker, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
