/* Where the first lock of a deadlock was acquired: in an earlier round of a loop, or again at the end of one. */
#include <pthread.h>

struct node {
	pthread_mutex_t l;
	int n;
};

static struct node row[8], last = { PTHREAD_MUTEX_INITIALIZER, 0 };
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int n;

static void *all(void *p)
{
	for (int i = 0; i < 8; i++)
		pthread_mutex_lock(&row[i].l); // DEADLOCK 1: acquired
	pthread_mutex_lock(&last.l); // DEADLOCK 1
	last.n++;
	pthread_mutex_unlock(&last.l);
	for (int i = 0; i < 8; i++)
		pthread_mutex_unlock(&row[i].l);
	return p;
}

static void *one(void *p)
{
	int k = *(int *)p;

	pthread_mutex_lock(&last.l); // DEADLOCK 1: acquired
	pthread_mutex_lock(&row[k].l); // DEADLOCK 1
	row[k].n++;
	pthread_mutex_unlock(&row[k].l);
	pthread_mutex_unlock(&last.l);
	return p;
}

static void *again(void *p)
{
	pthread_mutex_lock(&a);
	for (int i = 0; i < 9; i++) {
		n++;
		pthread_mutex_unlock(&a);
		n--;
		pthread_mutex_lock(&a); // DEADLOCK 2: acquired
		pthread_mutex_lock(&b); // DEADLOCK 2
		n++;
		pthread_mutex_unlock(&b);
	}
	pthread_mutex_unlock(&a);
	return p;
}

static void *other(void *p)
{
	pthread_mutex_lock(&b); // DEADLOCK 2: acquired
	pthread_mutex_lock(&a); // DEADLOCK 2
	n++;
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
	return p;
}

int main(void)
{
	static int k = 4;
	pthread_t t[4];

	for (int i = 0; i < 8; i++)
		pthread_mutex_init(&row[i].l, NULL);
	pthread_create(&t[0], NULL, all, NULL);
	pthread_create(&t[1], NULL, one, &k);
	pthread_create(&t[2], NULL, again, NULL);
	pthread_create(&t[3], NULL, other, NULL);
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
	return 0;
}
