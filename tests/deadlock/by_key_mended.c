/* Keys that are another one in each thing, or addresses where they are the same. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct purse { /* by address where the coins of the start are equal: they do not change */
	pthread_mutex_t lock;
	int start;
	int coins;
};

struct counted {
	pthread_mutex_t lock;
	int id;
	int value;
};

struct looped {
	pthread_mutex_t lock;
	int id;
	int value;
};

struct told {
	pthread_mutex_t lock;
	int id;
	int value;
};

struct drawn {
	pthread_mutex_t lock;
	unsigned ticket;
	int value;
};

struct swapped {
	pthread_mutex_t lock;
	int value;
};

struct nested {
	pthread_mutex_t lock;
	int rank;
	int value;
};

static struct purse mine = { PTHREAD_MUTEX_INITIALIZER, 1, 1 }, yours = { PTHREAD_MUTEX_INITIALIZER, 1, 1 };
static struct counted *one, *two;
static struct looped row[8];
static struct told heads, tails;
static struct drawn *ace, *king;
static struct swapped left = { PTHREAD_MUTEX_INITIALIZER, 0 }, right = { PTHREAD_MUTEX_INITIALIZER, 0 };
static struct nested upper = { PTHREAD_MUTEX_INITIALIZER, 3, 0 }, lower = { PTHREAD_MUTEX_INITIALIZER, 3, 0 };
static int next_id;
static atomic_uint tickets;

static void move(struct purse *x, struct purse *y)
{
	if (x->start < y->start || (x->start == y->start && x < y)) {
		pthread_mutex_lock(&x->lock); // NODEADLOCK
		pthread_mutex_lock(&y->lock); // NODEADLOCK
	} else {
		pthread_mutex_lock(&y->lock); // NODEADLOCK
		pthread_mutex_lock(&x->lock); // NODEADLOCK
	}
	x->coins--; // NORACE
	y->coins++; // NORACE
	pthread_mutex_unlock(&x->lock);
	pthread_mutex_unlock(&y->lock);
}

static struct counted *counted_new(void)
{
	struct counted *c = calloc(1, sizeof *c);

	pthread_mutex_init(&c->lock, NULL);
	c->id = next_id++;
	return c;
}

static void count(struct counted *x, struct counted *y)
{
	if (x->id < y->id) {
		pthread_mutex_lock(&x->lock); // NODEADLOCK
		pthread_mutex_lock(&y->lock); // NODEADLOCK
	} else {
		pthread_mutex_lock(&y->lock); // NODEADLOCK
		pthread_mutex_lock(&x->lock); // NODEADLOCK
	}
	x->value++;
	pthread_mutex_unlock(&x->lock);
	pthread_mutex_unlock(&y->lock);
}

static void loop(struct looped *x, struct looped *y)
{
	struct looped *a = x->id < y->id ? x : y, *b = x->id < y->id ? y : x;

	pthread_mutex_lock(&a->lock); // NODEADLOCK
	pthread_mutex_lock(&b->lock); // NODEADLOCK
	x->value++;
	pthread_mutex_unlock(&b->lock);
	pthread_mutex_unlock(&a->lock);
}

static void told_init(struct told *s, int id)
{
	pthread_mutex_init(&s->lock, NULL);
	s->id = id;
}

static void tell(struct told *x, struct told *y)
{
	if (x->id < y->id) {
		pthread_mutex_lock(&x->lock); // NODEADLOCK
		pthread_mutex_lock(&y->lock); // NODEADLOCK
	} else {
		pthread_mutex_lock(&y->lock); // NODEADLOCK
		pthread_mutex_lock(&x->lock); // NODEADLOCK
	}
	x->value++;
	pthread_mutex_unlock(&x->lock);
	pthread_mutex_unlock(&y->lock);
}

static unsigned draw(void)
{
	return atomic_fetch_add(&tickets, 1);
}

static struct drawn *drawn_new(void)
{
	struct drawn *d = calloc(1, sizeof *d);

	pthread_mutex_init(&d->lock, NULL);
	d->ticket = draw();
	return d;
}

static void deal(struct drawn *x, struct drawn *y)
{
	if (x->ticket > y->ticket) {
		pthread_mutex_lock(&y->lock); // NODEADLOCK
		pthread_mutex_lock(&x->lock); // NODEADLOCK
	} else {
		pthread_mutex_lock(&x->lock); // NODEADLOCK
		pthread_mutex_lock(&y->lock); // NODEADLOCK
	}
	x->value++;
	pthread_mutex_unlock(&x->lock);
	pthread_mutex_unlock(&y->lock);
}

static void swap(struct swapped **p, struct swapped **q)
{
	struct swapped *t = *p;

	*p = *q;
	*q = t;
}

static void change(struct swapped *x, struct swapped *y)
{
	struct swapped *a = x, *b = y;

	if (a > b)
		swap(&a, &b);
	pthread_mutex_lock(&a->lock); // NODEADLOCK
	pthread_mutex_lock(&b->lock); // NODEADLOCK
	x->value--; // NORACE
	y->value++; // NORACE
	pthread_mutex_unlock(&b->lock);
	pthread_mutex_unlock(&a->lock);
}

static void nest(struct nested *x, struct nested *y)
{
	if (x->rank != y->rank) {
		if (x->rank < y->rank) {
			pthread_mutex_lock(&x->lock); // NODEADLOCK
			pthread_mutex_lock(&y->lock); // NODEADLOCK
		} else {
			pthread_mutex_lock(&y->lock); // NODEADLOCK
			pthread_mutex_lock(&x->lock); // NODEADLOCK
		}
	} else if (x < y) {
		pthread_mutex_lock(&x->lock); // NODEADLOCK
		pthread_mutex_lock(&y->lock); // NODEADLOCK
	} else {
		pthread_mutex_lock(&y->lock); // NODEADLOCK
		pthread_mutex_lock(&x->lock); // NODEADLOCK
	}
	x->value--; // NORACE
	y->value++; // NORACE
	pthread_mutex_unlock(&x->lock);
	pthread_mutex_unlock(&y->lock);
}

static void *forth(void *a)
{
	move(&mine, &yours);
	count(one, two);
	loop(&row[2], &row[5]);
	tell(&heads, &tails);
	deal(ace, king);
	change(&left, &right);
	nest(&upper, &lower);
	return a;
}

static void *back(void *a)
{
	move(&yours, &mine);
	count(two, one);
	loop(&row[5], &row[2]);
	tell(&tails, &heads);
	deal(king, ace);
	change(&right, &left);
	nest(&lower, &upper);
	return a;
}

int main(void)
{
	pthread_t t[2];

	one = counted_new();
	two = counted_new();
	ace = drawn_new();
	king = drawn_new();
	for (int i = 0; i < 8; i++) {
		pthread_mutex_init(&row[i].lock, NULL);
		row[i].id = i;
	}
	told_init(&heads, 5);
	told_init(&tails, 6);
	pthread_create(&t[0], NULL, forth, NULL);
	pthread_create(&t[1], NULL, back, NULL);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	return 0;
}
