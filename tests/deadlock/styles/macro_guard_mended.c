/* Locks behind macros, with one way out. */
#include <pthread.h>

#define LOCK(x) pthread_mutex_lock(&(x)->m)
#define UNLOCK(x) pthread_mutex_unlock(&(x)->m)

struct account {
	pthread_mutex_t m;
	int money;
};

static struct account bank = { PTHREAD_MUTEX_INITIALIZER, 100 };

static int withdraw(struct account *a, int n)
{
	LOCK(a);
	if (a->money < n) {
		UNLOCK(a);
		return -1;
	}
	a->money -= n;
	UNLOCK(a);
	return 0;
}

static void *customer(void *arg)
{
	withdraw(&bank, 80);
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, customer, NULL);
	pthread_create(&t2, NULL, customer, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
