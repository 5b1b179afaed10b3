/* As one_of_two.c, but: the greater of two first, then one of the same two, while elsewhere the lesser one comes first; the lesser
 * of two, and then one of other two. */
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct box {
	pthread_mutex_t lock;
	int n;
};

static struct box box[4];
static _Atomic bool odd;

/* Descending, where they are two. */
static void from_greater(struct box *a, struct box *b)
{
	pthread_mutex_t *first = a > b ? &a->lock : &b->lock, *second = odd ? &a->lock : &b->lock;

	pthread_mutex_lock(first); // DEADLOCK 1
	pthread_mutex_lock(second); // DEADLOCK 1
	pthread_mutex_unlock(second);
	pthread_mutex_unlock(first);
}

/* Ascending, where they are two. */
static void to_greater(struct box *a, struct box *b)
{
	struct box *any = odd ? b : a, *last = a > b ? a : b;

	pthread_mutex_lock(&any->lock); // DEADLOCK 1
	pthread_mutex_lock(&last->lock); // DEADLOCK 1
	pthread_mutex_unlock(&last->lock);
	pthread_mutex_unlock(&any->lock);
}

static struct part {
	pthread_mutex_t lock;
	int n;
} part[4];

/* Of other two: whether it is greater than the first nobody knows. */
static void of_others(struct part *a, struct part *b, struct part *c)
{
	pthread_mutex_t *first = a < b ? &a->lock : &b->lock, *second = odd ? &b->lock : &c->lock;

	pthread_mutex_lock(first); // DEADLOCK 2
	pthread_mutex_lock(second); // DEADLOCK 2
	pthread_mutex_unlock(second);
	pthread_mutex_unlock(first);
}

static void *work(void *argument)
{
	for (int i = 0; i < 100; i++) {
		struct box *a = &box[rand() % 4], *b = &box[rand() % 4];

		odd = rand() % 2;
		from_greater(a, b);
		to_greater(a, b);
		of_others(&part[rand() % 4], &part[rand() % 4], &part[rand() % 4]);
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
		pthread_mutex_init(&part[i].lock, &twice);
	}
	pthread_create(&one, NULL, work, NULL);
	pthread_create(&two, NULL, work, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
