/* A member that is compared is an order only if it stays what it is and is another one in each thing. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct purse { /* the key is what is moved */
	pthread_mutex_t lock;
	int coins;
};

struct twin { /* both have the same number */
	pthread_mutex_t lock;
	int id;
	int value;
};

struct plain { /* nobody ever gives one */
	pthread_mutex_t lock;
	int id;
	int value;
};

struct read { /* whatever the user says */
	pthread_mutex_t lock;
	int id;
	int value;
};

struct both { /* by the one or by the other is no order by both */
	pthread_mutex_t lock;
	int id;
	int value;
};

struct same { /* the callers give the same number twice */
	pthread_mutex_t lock;
	int id;
	int value;
};

static struct purse mine = { PTHREAD_MUTEX_INITIALIZER, 1 }, yours = { PTHREAD_MUTEX_INITIALIZER, 2 };
static struct twin castor = { PTHREAD_MUTEX_INITIALIZER, 7, 0 }, pollux = { PTHREAD_MUTEX_INITIALIZER, 7, 0 };
static struct plain left, right;
static struct read first, second;
static struct both red = { PTHREAD_MUTEX_INITIALIZER, 1, 0 }, blue = { PTHREAD_MUTEX_INITIALIZER, 2, 0 };
static struct same heads, tails;

static void move(struct purse *x, struct purse *y)
{
	if (x->coins < y->coins) { // RACE 7
		pthread_mutex_lock(&x->lock);
		pthread_mutex_lock(&y->lock);
	} else {
		pthread_mutex_lock(&y->lock);
		pthread_mutex_lock(&x->lock); // DEADLOCK 1
	}
	x->coins--; // RACE 7
	y->coins++; // RACE 8
	pthread_mutex_unlock(&x->lock);
	pthread_mutex_unlock(&y->lock);
}

static void meet(struct twin *x, struct twin *y)
{
	if (x->id < y->id) {
		pthread_mutex_lock(&x->lock);
		pthread_mutex_lock(&y->lock);
	} else {
		pthread_mutex_lock(&y->lock);
		pthread_mutex_lock(&x->lock); // DEADLOCK 2
	}
	x->value++;
	pthread_mutex_unlock(&x->lock);
	pthread_mutex_unlock(&y->lock);
}

static void join(struct plain *x, struct plain *y)
{
	struct plain *a = x->id < y->id ? x : y, *b = x->id < y->id ? y : x;

	pthread_mutex_lock(&a->lock);
	pthread_mutex_lock(&b->lock); // DEADLOCK 3
	x->value++;
	pthread_mutex_unlock(&b->lock);
	pthread_mutex_unlock(&a->lock);
}

static void pass(struct read *x, struct read *y)
{
	if (x->id < y->id) {
		pthread_mutex_lock(&x->lock);
		pthread_mutex_lock(&y->lock);
	} else {
		pthread_mutex_lock(&y->lock);
		pthread_mutex_lock(&x->lock); // DEADLOCK 4
	}
	x->value++;
	pthread_mutex_unlock(&x->lock);
	pthread_mutex_unlock(&y->lock);
}

static void mix(struct both *x, struct both *y)
{
	if (x->id < y->id || x < y) {
		pthread_mutex_lock(&x->lock);
		pthread_mutex_lock(&y->lock); // DEADLOCK 5
	} else {
		pthread_mutex_lock(&y->lock);
		pthread_mutex_lock(&x->lock);
	}
	x->value++;
	pthread_mutex_unlock(&x->lock);
	pthread_mutex_unlock(&y->lock);
}

static void same_init(struct same *s, int id)
{
	pthread_mutex_init(&s->lock, NULL);
	s->id = id;
}

static void toss(struct same *x, struct same *y)
{
	if (x->id < y->id) {
		pthread_mutex_lock(&x->lock);
		pthread_mutex_lock(&y->lock);
	} else {
		pthread_mutex_lock(&y->lock);
		pthread_mutex_lock(&x->lock); // DEADLOCK 6
	}
	x->value++;
	pthread_mutex_unlock(&x->lock);
	pthread_mutex_unlock(&y->lock);
}

static void *forth(void *a)
{
	move(&mine, &yours);
	meet(&castor, &pollux);
	join(&left, &right);
	pass(&first, &second);
	mix(&red, &blue);
	toss(&heads, &tails);
	return a;
}

static void *back(void *a)
{
	move(&yours, &mine);
	meet(&pollux, &castor);
	join(&right, &left);
	pass(&second, &first);
	mix(&blue, &red);
	toss(&tails, &heads);
	return a;
}

int main(int argc, char **argv)
{
	pthread_t t[2];

	first.id = atoi(argv[1]);
	second.id = atoi(argv[argc - 1]);
	same_init(&heads, 5);
	same_init(&tails, 5);
	pthread_create(&t[0], NULL, forth, NULL);
	pthread_create(&t[1], NULL, back, NULL);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	return 0;
}
