// pthread_exit ends the thread wherever it stands: in the function that has taken the lock, in one that it calls, and in main, behind
// which others go on. Whoever wants the lock next waits for ever, also where the thread was joined.
#include <pthread.h>
#include <stdlib.h>

struct account {
	pthread_mutex_t lock;
	long sum;
};

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, last = PTHREAD_MUTEX_INITIALIZER;
static struct account account = { PTHREAD_MUTEX_INITIALIZER, 0 };
static int n, left;

static void give_up(void *result)
{
	pthread_exit(result); // LOCK-LEAK: account.lock
}

static void *plain(void *arg)
{
	pthread_mutex_lock(&first);
	n++;
	if (rand() > 3)
		pthread_exit(NULL); // LOCK-LEAK: first
	pthread_mutex_unlock(&first);
	return arg;
}

static void *deep(void *arg)
{
	pthread_mutex_lock(&account.lock);
	if (rand() > 3)
		give_up(arg);
	account.sum++;
	pthread_mutex_unlock(&account.lock);
	return arg;
}

static void *late(void *arg)
{
	pthread_mutex_lock(&last);
	left++;
	pthread_mutex_unlock(&last);
	return arg;
}

int main(void)
{
	pthread_t one, two, three;

	pthread_create(&one, NULL, plain, NULL);
	pthread_create(&two, NULL, deep, NULL);
	pthread_join(two, NULL);
	pthread_mutex_lock(&account.lock);
	account.sum++;
	pthread_mutex_unlock(&account.lock);
	pthread_mutex_lock(&first);
	n++;
	pthread_mutex_unlock(&first);
	pthread_create(&three, NULL, late, NULL);
	pthread_mutex_lock(&last);
	left++;
	pthread_exit(NULL); // LOCK-LEAK: last
}
