/* A function that calls itself takes the lock at every level. */
#include <pthread.h>

struct tree {
	struct tree *left, *right;
	int value;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct tree leaf, root = { &leaf, &leaf, 1 };
static int sum;

static void add_up(const struct tree *t)
{
	if (!t)
		return;
	pthread_mutex_lock(&lock); // SELF-DEADLOCK
	sum += t->value; // NORACE
	add_up(t->left);
	add_up(t->right);
	pthread_mutex_unlock(&lock);
}

static void *adder(void *argument)
{
	add_up(&root);
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, adder, NULL);
	pthread_create(&t2, NULL, adder, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
