/* As choice_locks.c, but: one of the two is given back too early, by its name or as it was chosen; two conditions are not the
 * same, or are not for long; the second one is that of another round. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

struct box {
	pthread_mutex_t lock;
	int rank, early, chosen, differs, changed, round, apart;
};

static struct box box[4];
static _Atomic int upwards;

static void early(struct box *a, struct box *b)
{
	pthread_mutex_lock(a < b ? &a->lock : &b->lock);
	pthread_mutex_lock(a < b ? &b->lock : &a->lock);
	pthread_mutex_unlock(&a->lock);
	a->early++; // RACE 1
	pthread_mutex_unlock(&b->lock);
}

static void chosen(struct box *a, struct box *b)
{
	pthread_mutex_t *first = a < b ? &a->lock : &b->lock, *second = a < b ? &b->lock : &a->lock;

	pthread_mutex_lock(first);
	pthread_mutex_lock(second);
	pthread_mutex_unlock(first);
	b->chosen++; // RACE 2
	pthread_mutex_unlock(second);
}

/* a in front of b and of the same rank: a's lock twice. They are re-entrant. */
static void differs(struct box *a, struct box *b)
{
	pthread_mutex_t *first = a < b ? &a->lock : &b->lock, *second = a->rank < b->rank ? &b->lock : &a->lock;

	pthread_mutex_lock(first);
	pthread_mutex_lock(second);
	b->differs++; // RACE 3
	pthread_mutex_unlock(second);
	pthread_mutex_unlock(first);
}

static void changed(struct box *a, struct box *b)
{
	pthread_mutex_t *first = upwards ? &a->lock : &b->lock, *second = upwards ? &b->lock : &a->lock;

	pthread_mutex_lock(first); // DEADLOCK 1
	pthread_mutex_lock(second); // DEADLOCK 1
	a->changed++; // RACE 4
	pthread_mutex_unlock(second);
	pthread_mutex_unlock(first);
}

/* In the first round the second lock of 0 and 1 is taken, in the second one the first of 1 and 2: box 1 twice, box 2 never. */
static void round(void)
{
	for (int i = 0; i < 2; i++) {
		struct box *a = &box[i], *b = &box[i + 1];
		pthread_mutex_t *first = a < b ? &a->lock : &b->lock;

		if (i) {
			pthread_mutex_lock(first); // NODEADLOCK reported: it is box 1, which this thread holds, as its locks are re-entrant
			b->round++; // RACE 5
			pthread_mutex_unlock(first);
		} else {
			pthread_mutex_t *second = a < b ? &b->lock : &a->lock;

			pthread_mutex_lock(second);
		}
	}
	pthread_mutex_unlock(&box[1].lock);
	pthread_mutex_lock(&box[2].lock);
	box[2].round++; // RACE 5
	pthread_mutex_unlock(&box[2].lock);
}

/* Only one of them. */
static void apart(struct box *a, struct box *b)
{
	pthread_mutex_lock(a < b ? &a->lock : &b->lock);
	a->apart++; // RACE 6
	pthread_mutex_unlock(a < b ? &a->lock : &b->lock);
}

static void *work(void *argument)
{
	for (unsigned i = 0; i < 12; i++) {
		unsigned from = i % 4, to = (i * 3 + 1 + i / 4) % 4;

		if (from == to)
			continue;
		upwards = !upwards;
		early(&box[from], &box[to]);
		chosen(&box[from], &box[to]);
		differs(&box[from], &box[to]);
		changed(&box[from], &box[to]);
		apart(&box[from], &box[to]);
		round();
	}
	return argument;
}

int main(void)
{
	pthread_t one, two;
	pthread_mutexattr_t twice;

	pthread_mutexattr_init(&twice);
	pthread_mutexattr_settype(&twice, PTHREAD_MUTEX_RECURSIVE);
	for (int i = 0; i < 4; i++)
		pthread_mutex_init(&box[i].lock, &twice);
	pthread_create(&one, NULL, work, NULL);
	pthread_create(&two, NULL, work, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d\n", box[0].early + box[1].round);
	return 0;
}
