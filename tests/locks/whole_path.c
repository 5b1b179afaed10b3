/* A lock is named by its whole path, also where a function operates on it that is handed the thing around it. */
#include <pthread.h>

struct slot {
	int v;
	pthread_mutex_t l;
};

struct table {
	pthread_mutex_t m[8];
	int v[8];
};

struct queue {
	pthread_mutex_t a;
	int n;
};

static struct slot row[4];
static struct table t;
static struct queue first;

static void row_lock(int i)
{
	pthread_mutex_lock(&row[i].l);
}

static void row_unlock(int i)
{
	pthread_mutex_unlock(&row[i].l);
}

static void take(struct table *x, int k)
{
	pthread_mutex_lock(&x->m[k]);
}

static void give(struct table *x, int k)
{
	pthread_mutex_unlock(&x->m[k]);
}

static void enter(struct queue *q)
{
	pthread_mutex_lock(&q->a);
}

static void leave(struct queue *q)
{
	pthread_mutex_unlock(&q->a);
}

void again(void)
{
	row_lock(2);
	row[2].v++;
	row_unlock(1);
	row_lock(2); // SELF-DEADLOCK: 'row[2].l' is locked again
	row_unlock(2);
}

void again_right(void)
{
	row_lock(2);
	row[2].v++;
	row_unlock(2);
	row_lock(2); // NOSELF-DEADLOCK
	row_unlock(2);
}

int get(int k)
{
	take(&t, 0);
	if (!t.v[0]) {
		give(&t, 1); // UNLOCK-UNHELD: 't.m[1]' was not taken
		return -1; // LOCK-LEAK: 't.m[0]' is still held
	}
	give(&t, 0);
	return k;
}

int get_right(int k)
{
	take(&t, 3);
	if (!t.v[3]) {
		give(&t, 3);
		return -1; // NOLOCK-LEAK
	}
	give(&t, 3);
	return k;
}

int dequeue(struct queue *q)
{
	enter(q);
	if (!q->n)
		return -1; // LOCK-LEAK: 'q->a' is still held
	q->n--;
	leave(q);
	return 0;
}

int dequeue_first(void)
{
	pthread_mutex_lock(&first.a);
	if (!first.n)
		return -1; // LOCK-LEAK: 'first.a' is still held
	first.n--;
	pthread_mutex_unlock(&first.a);
	return 0;
}

/* dump-has locks:again
acquire row[2].l [
release row[1].l [
*/
/* dump-has locks:get
acquire t.m[0] [
release t.m[1] [
*/
/* dump-has locks:dequeue
acquire q->a [
*/
/* dump-has locks:dequeue_first
acquire first.a [
*/
