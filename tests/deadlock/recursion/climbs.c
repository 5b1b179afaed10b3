/* The lock is given back at the top of a tree, by a function that calls itself on the way there: behind it the lock is free. The
 * broken twin gives it back only where it began. */
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
	pthread_mutex_unlock(&m);
}

static void *worker(void *arg)
{
	pthread_mutex_lock(&m);
	done(&leaf);
	pthread_mutex_lock(&m);
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
/* dump-lacks lockset
   after an error
*/
