/* Held for one result and free for the other looks like a contract. It is none if nobody can give the lock back: no function here
 * releases it but those that have taken it, and others cannot name it. */
#include <pthread.h>

static pthread_mutex_t kept = PTHREAD_MUTEX_INITIALIZER, lent = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t named = PTHREAD_MUTEX_INITIALIZER;
static int n;

int add(int k)
{
	pthread_mutex_lock(&kept);
	if (k < 0) {
		pthread_mutex_unlock(&kept);
		return -1;
	}
	n += k; // NORACE
	return 0; // LOCK-LEAK
}

int get(void)
{
	int k;

	pthread_mutex_lock(&kept);
	k = n; // NORACE
	pthread_mutex_unlock(&kept);
	return k;
}

int begin(int k)
{
	pthread_mutex_lock(&lent);
	if (k < 0) {
		pthread_mutex_unlock(&lent);
		return -1;
	}
	return 0; // NOLOCK-LEAK: end() gives it back
}

void end(void)
{
	pthread_mutex_unlock(&lent);
}

int enter(int k)
{
	pthread_mutex_lock(&named);
	if (k < 0) {
		pthread_mutex_unlock(&named);
		return -1;
	}
	return 0; // NOLOCK-LEAK: others may release it by its name
}
