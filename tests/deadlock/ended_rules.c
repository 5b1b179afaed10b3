// FLAGS: --rule lock-leak --rule deadlock --rule self-deadlock
/* Asked for rules about locks alone: what a thread holds when it ends is told, too, and who never meets does not deadlock. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, freed = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void die(void)
{
	pthread_exit(NULL); // LOCK-LEAK
}

static void die_well(void)
{
	pthread_mutex_unlock(&freed);
	pthread_exit(NULL); // NOLOCK-LEAK
}

static void *worker(void *x)
{
	pthread_mutex_lock(&m);
	n++;
	if (n > 3)
		die();
	pthread_mutex_unlock(&m);
	return x;
}

static void *good(void *x)
{
	pthread_mutex_lock(&freed);
	n++;
	if (n > 3)
		die_well();
	pthread_mutex_unlock(&freed);
	return x;
}

static void *forth(void *x)
{
	pthread_mutex_lock(&a);
	pthread_mutex_lock(&b); // NODEADLOCK
	n--;
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	return x;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, forth, NULL);
	pthread_join(t, NULL);
	pthread_mutex_lock(&b);
	pthread_mutex_lock(&a); // NODEADLOCK: the other one has ended
	n = 0;
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
	pthread_create(&t, NULL, worker, NULL);
	pthread_create(&t, NULL, good, NULL);
	pthread_mutex_lock(&m);
	n = 2;
	pthread_mutex_unlock(&m);
	pthread_mutex_lock(&freed);
	n = 2;
	pthread_mutex_unlock(&freed);
	return 0;
}
