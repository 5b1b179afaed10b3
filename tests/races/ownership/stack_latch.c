/* A latch on the stack of main, with its lock and condition: two children count it down, main waits and reads what they found. */
#include <pthread.h>
#include <stdio.h>

struct latch {
	pthread_mutex_t lock;
	pthread_cond_t zero;
	int count, sum;
};

static void count_down(struct latch *l)
{
	pthread_mutex_lock(&l->lock);
	l->count--; // NORACE
	pthread_cond_signal(&l->zero);
	pthread_mutex_unlock(&l->lock);
}

static void add(struct latch *l, int n)
{
	pthread_mutex_lock(&l->lock);
	l->sum += n; // NORACE reported: that nobody adds once the count is 0 is not understood
	pthread_mutex_unlock(&l->lock);
}

static void *child(void *latch)
{
	add(latch, 21);
	count_down(latch);
	return NULL;
}

int main(void)
{
	struct latch latch = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 2, 0 };
	pthread_t one, two;

	pthread_create(&one, NULL, child, &latch);
	pthread_create(&two, NULL, child, &latch);
	pthread_mutex_lock(&latch.lock);
	while (latch.count) // NORACE
		pthread_cond_wait(&latch.zero, &latch.lock);
	pthread_mutex_unlock(&latch.lock);
	printf("%d\n", latch.sum); // NORACE
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
