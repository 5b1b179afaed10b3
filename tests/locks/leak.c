/* One path returns with the lock, the others do not. */
#include <pthread.h>
#include <stdlib.h>

struct queue {
	pthread_mutex_t lock;
	int n, max;
	int *item;
};

static pthread_mutex_t g = PTHREAD_MUTEX_INITIALIZER;
static int n;
int prepare(void);

int error_forgets(struct queue *q, int v)
{
	pthread_mutex_lock(&q->lock);
	if (q->n == q->max)
		return -1; // LOCK-LEAK
	q->item[q->n++] = v; // NORACE
	pthread_mutex_unlock(&q->lock);
	return 0;
}

int error_remembers(struct queue *q, int v)
{
	pthread_mutex_lock(&q->lock);
	if (q->n == q->max) {
		pthread_mutex_unlock(&q->lock);
		return -1; // NOLOCK-LEAK
	}
	q->item[q->n++] = v; // NORACE
	pthread_mutex_unlock(&q->lock);
	return 0; // NOLOCK-LEAK
}

void void_forgets(struct queue *q)
{
	pthread_mutex_lock(&q->lock);
	if (q->n == 0)
		return; // LOCK-LEAK
	q->n--;
	pthread_mutex_unlock(&q->lock);
}

void *null_forgets(struct queue *q)
{
	int *p;

	pthread_mutex_lock(&q->lock);
	p = malloc(sizeof *p);
	if (!p)
		return NULL; // LOCK-LEAK
	*p = q->n;
	pthread_mutex_unlock(&q->lock);
	return p;
}

int goto_skips_unlock(struct queue *q)
{
	int ret = -1;

	pthread_mutex_lock(&q->lock);
	if (q->n < 0)
		goto out; // LOCK-LEAK
	q->n++;
	ret = 0;
	pthread_mutex_unlock(&q->lock);
out:
	return ret;
}

int goto_unlocks(struct queue *q)
{
	int ret = -1;

	pthread_mutex_lock(&q->lock);
	if (q->n < 0)
		goto unlock;
	if (prepare() < 0)
		goto unlock;
	q->n++;
	ret = 0;
unlock:
	pthread_mutex_unlock(&q->lock); // NOUNLOCK-UNHELD
	return ret;                     // NOLOCK-LEAK
}

int some_of_several(struct queue *q)
{
	if (prepare() < 0)
		return -1; // NOLOCK-LEAK
	pthread_mutex_lock(&g);
	pthread_mutex_lock(&q->lock);
	if (q->n < 0) {
		pthread_mutex_unlock(&q->lock);
		return -2; // LOCK-LEAK
	}
	pthread_mutex_unlock(&q->lock);
	pthread_mutex_unlock(&g);
	return 0;
}

void unlock_in_one_branch(struct queue *q)
{
	pthread_mutex_lock(&q->lock);
	if (q->n > 0) {
		q->n--;
		pthread_mutex_unlock(&q->lock);
	}
} // LOCK-LEAK

void exits(struct queue *q)
{
	pthread_mutex_lock(&q->lock);
	if (q->n < 0)
		exit(1); // NOLOCK-LEAK
	if (q->n > q->max)
		abort(); // NOLOCK-LEAK
	pthread_mutex_unlock(&q->lock);
}

void *thread_ends(void *arg)
{
	struct queue *q = arg;

	pthread_mutex_lock(&q->lock);
	if (q->n < 0)
		pthread_exit(NULL); // NOLOCK-LEAK
	pthread_mutex_unlock(&q->lock);
	return NULL;
}

int zero_is_failure(struct queue *q, int v)
{
	if (!prepare())
		return 0; // NOLOCK-LEAK
	pthread_mutex_lock(&q->lock);
	if (q->n == q->max)
		return 0; // LOCK-LEAK
	q->item[q->n++] = v; // NORACE
	pthread_mutex_unlock(&q->lock);
	return 1;
}

int zero_is_success(struct queue *q)
{
	if (!q)
		return 1; // NOLOCK-LEAK
	pthread_mutex_lock(&q->lock);
	if (q->n == q->max) {
		pthread_mutex_unlock(&q->lock);
		return 1; // NOLOCK-LEAK
	}
	return 0; // NOLOCK-LEAK
}
