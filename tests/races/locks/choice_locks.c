/* Two locks, the lower one first: which is which is decided by conditionals, by an exchange of the pointers, or by numbers. They
 * are given back by any of their names. */
#include <pthread.h>
#include <stdio.h>

struct box {
	pthread_mutex_t lock;
	int by_name, by_choice, swapped, numbered, after;
};

static struct box box[4];

static void by_name(struct box *a, struct box *b)
{
	pthread_mutex_lock(a < b ? &a->lock : &b->lock);
	pthread_mutex_lock(a < b ? &b->lock : &a->lock);
	a->by_name--; // NORACE
	b->by_name++; // NORACE
	pthread_mutex_unlock(&a->lock);
	b->after++; // NORACE
	pthread_mutex_unlock(&b->lock);
}

static void by_choice(struct box *a, struct box *b)
{
	pthread_mutex_t *first = a < b ? &a->lock : &b->lock, *second = a < b ? &b->lock : &a->lock;

	pthread_mutex_lock(first);
	pthread_mutex_lock(second);
	a->by_choice--; // NORACE
	b->by_choice++; // NORACE
	pthread_mutex_unlock(second);
	pthread_mutex_unlock(first);
}

static void swapped(struct box *a, struct box *b)
{
	struct box *low = a, *high = b;

	if (a > b) {
		low = b;
		high = a;
	}
	pthread_mutex_lock(&low->lock);
	pthread_mutex_lock(&high->lock);
	a->swapped++; // NORACE
	high->swapped++; // NORACE
	pthread_mutex_unlock(&high->lock);
	low->swapped++; // NORACE
	pthread_mutex_unlock(&low->lock);
}

static void numbered(unsigned i, unsigned k)
{
	unsigned low = i < k ? i : k, high = i < k ? k : i;

	pthread_mutex_lock(&box[low].lock);
	pthread_mutex_lock(&box[high].lock);
	box[i].numbered--; // NORACE
	box[k].numbered++; // NORACE
	pthread_mutex_unlock(&box[k].lock);
	pthread_mutex_unlock(&box[i].lock);
}

static void *work(void *argument)
{
	for (unsigned i = 0; i < 12; i++) {
		unsigned from = i % 4, to = (i * 3 + 1) % 4;

		if (from == to)
			continue;
		by_name(&box[from], &box[to]);
		by_choice(&box[from], &box[to]);
		swapped(&box[from], &box[to]);
		numbered(from, to);
	}
	return argument;
}

int main(void)
{
	pthread_t one, two;

	for (int i = 0; i < 4; i++)
		pthread_mutex_init(&box[i].lock, NULL);
	pthread_create(&one, NULL, work, NULL);
	pthread_create(&two, NULL, work, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d\n", box[0].by_name + box[1].swapped);
	return 0;
}
