/* Two functions call each other; the one of them gives the lock back at the end of the list, the other one at the end of a branch.
 * Behind both the lock is free. */
#include <pthread.h>
#include <stddef.h>

struct item {
	struct item *next, *child;
	int n;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct item last, child = { &last, NULL, 0 }, first = { NULL, &child, 0 };

static void walk_list(struct item *x);

static void walk_branch(struct item *x)
{
	if (x->child) {
		walk_list(x->child);
		return;
	}
	x->n++;
	pthread_mutex_unlock(&m);
}

static void walk_list(struct item *x)
{
	if (x->next) {
		walk_branch(x->next);
		return;
	}
	x->n++;
	pthread_mutex_unlock(&m);
}

static void *worker(void *arg)
{
	pthread_mutex_lock(&m);
	walk_branch(&first);
	pthread_mutex_lock(&m);
	first.n++;
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
