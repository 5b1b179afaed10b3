// FLAGS: --rule self-deadlock --rule lock-leak --rule unlock-unheld
/* Wrappers that are told which element to lock. What gives back m[k] has not given back m[0], unless k is 0: then m[0] was taken
 * twice before. */
#include <pthread.h>

static pthread_mutex_t m[4];
static int n, deep;

static void take(unsigned i)
{
	pthread_mutex_lock(&m[i]);
}

static void give(unsigned i)
{
	pthread_mutex_unlock(&m[i]);
}

static void take_deeper(int which)
{
	take((unsigned)which);
}

struct table {
	int size;
	pthread_mutex_t row[8];
};

static void row_take(struct table *t, unsigned i)
{
	pthread_mutex_lock(&t->row[i]);
}

static void row_give(struct table *t, unsigned i)
{
	pthread_mutex_unlock(&t->row[i]);
}

struct slot {
	int value;
	pthread_mutex_t lock;
};

static struct slot slots[8];

static void slot_take(int i)
{
	pthread_mutex_lock(&slots[i].lock);
}

static void slot_give(int i)
{
	pthread_mutex_unlock(&slots[i].lock);
}

void again(unsigned k)
{
	take(0);
	take(k);
	n++;
	give(k);
	take(0); // SELF-DEADLOCK
	n--;
	give(0);
}

void once(unsigned k)
{
	take(0);
	take(k);
	n++;
	give(k);
	give(0);
	take(0);
	n--;
	give(0);
}

void deeper(int k)
{
	take(1);
	deep++;
	take_deeper(1); // SELF-DEADLOCK
	give(1);
	take(2);
	take_deeper(3);
	deep--;
	give(3);
	give(2);
}

void row_again(struct table *t, unsigned k)
{
	row_take(t, k);
	t->size++;
	row_take(t, k); // SELF-DEADLOCK
	row_give(t, k);
}

void row_other(struct table *t, unsigned k, unsigned j)
{
	row_take(t, k);
	row_take(t, j);
	t->size++;
	row_give(t, j);
	row_give(t, k);
}

int slot_leaks(int i, int j)
{
	slot_take(i);
	if (slots[j].value)
		return -1; // LOCK-LEAK
	slots[i].value++;
	slot_give(i);
	return 0;
}

int slot_kept(int i, int j)
{
	slot_take(i);
	if (slots[j].value) {
		slot_give(i);
		return -1;
	}
	slots[i].value++;
	slot_give(i);
	return 0;
}

/* By hand here, by the wrapper there. */
void mixed(unsigned k)
{
	pthread_mutex_lock(&m[k]);
	take(k); // SELF-DEADLOCK
	give(k);
}

void mixed_members(int k)
{
	slot_take(k);
	slots[k].value = 0;
	pthread_mutex_unlock(&slots[k].lock);
	slot_take(k);
	slots[k].value = 1;
	slot_give(k);
}

/* Each round another one. */
void all(void)
{
	for (unsigned i = 0; i < 4; i++)
		take(i);
	n = 0;
	for (unsigned i = 0; i < 4; i++)
		give(i);
}
