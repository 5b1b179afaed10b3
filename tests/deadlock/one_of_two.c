/* The lesser of two, and then one of the same two, by whatever it is chosen: either it is the same one, whose lock may be taken
 * twice, or it is the greater one. */
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct box {
	pthread_mutex_t lock;
	int rank, n;
};

static struct box box[4];
static _Atomic bool odd;

static void by_flag(struct box *a, struct box *b)
{
	pthread_mutex_t *first = a < b ? &a->lock : &b->lock, *second = odd ? &a->lock : &b->lock;

	pthread_mutex_lock(first); // NODEADLOCK
	pthread_mutex_lock(second); // NODEADLOCK
	pthread_mutex_unlock(second);
	pthread_mutex_unlock(first);
}

static void by_rank(struct box *a, struct box *b)
{
	struct box *first = a < b ? a : b, *second;

	if (a->rank > b->rank)
		second = a;
	else
		second = b;
	pthread_mutex_lock(&first->lock); // NODEADLOCK
	pthread_mutex_lock(&second->lock); // NODEADLOCK
	pthread_mutex_unlock(&second->lock);
	pthread_mutex_unlock(&first->lock);
}

/* One of the two, and then the greater one: the first is the same one, or the lesser. */
static void to_greater(struct box *a, struct box *b)
{
	struct box *any = odd ? b : a, *last = a > b ? a : b;

	pthread_mutex_lock(&any->lock); // NODEADLOCK
	pthread_mutex_lock(&last->lock); // NODEADLOCK
	pthread_mutex_unlock(&last->lock);
	pthread_mutex_unlock(&any->lock);
}

static void *work(void *argument)
{
	for (int i = 0; i < 100; i++) {
		struct box *a = &box[rand() % 4], *b = &box[rand() % 4];

		odd = rand() % 2;
		by_flag(a, b);
		by_rank(a, b);
		to_greater(a, b);
	}
	return argument;
}

int main(void)
{
	pthread_t one, two;
	pthread_mutexattr_t twice;

	pthread_mutexattr_init(&twice);
	pthread_mutexattr_settype(&twice, PTHREAD_MUTEX_RECURSIVE);
	for (int i = 0; i < 4; i++) {
		pthread_mutex_init(&box[i].lock, &twice);
		box[i].rank = rand();
	}
	pthread_create(&one, NULL, work, NULL);
	pthread_create(&two, NULL, work, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
