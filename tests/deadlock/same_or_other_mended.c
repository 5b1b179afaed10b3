/* Two locks that may be one: the code asks before it takes the second, and before it gives back. Nobody takes one twice. */
// FLAGS: --rule self-deadlock --rule lock-leak --rule unlock-unheld
#include <pthread.h>

struct book {
	pthread_mutex_t lock;
	struct book *next;
	int pages;
};

static struct book books[2] = { { PTHREAD_MUTEX_INITIALIZER, &books[1], 1 }, { PTHREAD_MUTEX_INITIALIZER, &books[0], 2 } };

static void lock_book(struct book *b)
{
	pthread_mutex_lock(&b->lock);
}

static void move_pages(struct book *from, struct book *to)
{
	lock_book(from);
	if (to != from)
		lock_book(to);
	from->pages--;
	to->pages++;
	if (to != from)
		pthread_mutex_unlock(&to->lock);
	pthread_mutex_unlock(&from->lock);
}

static int count_twice(struct book *b)
{
	int n;

	lock_book(b);

	n = 2 * b->pages;
	pthread_mutex_unlock(&b->lock);
	return n;
}

static void *worker(void *argument)
{
	move_pages(&books[0], argument);
	count_twice(argument);
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, worker, &books[1]);
	pthread_create(&t2, NULL, worker, &books[0]);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
