/* A guard that no access holds, while all hold another lock: no race, but not what the declaration says. Of one that some hold and
 * some do not, the first place that does not is told. Who is alone breaks nothing, nor does
 * who reads what nobody writes (`fixed`). */
#include <pthread.h>
#include <stdio.h>

#include "annotations.h"

struct pool {
	pthread_mutex_t lock;
	pthread_mutex_t big;
	int n GUARDED_BY(&lock);
	int some GUARDED_BY(&lock);
	int fixed GUARDED_BY(&lock);
	int kept GUARDED_BY(&lock);
};

static struct pool pool = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, 0, 0, 7, 0 };
static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static int total GUARDED_BY(first);

static void *work(void *arg)
{
	pthread_mutex_lock(&pool.big);
	pool.n++; // INCONSISTENT-LOCK: big is held, lock is declared
	pthread_mutex_lock(&pool.lock);
	pool.some++; // both are held
	pool.kept++; // both are held
	pthread_mutex_unlock(&pool.lock);
	pool.some += pool.fixed; // INCONSISTENT-LOCK: big is held, lock is declared
	pthread_mutex_unlock(&pool.big);
	pthread_mutex_lock(&second);
	total++; // INCONSISTENT-LOCK: second is held, first is declared
	pthread_mutex_unlock(&second);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_mutex_lock(&pool.big);
	pool.kept = 1; // there is no other thread yet
	pthread_mutex_unlock(&pool.big);
	pthread_mutex_lock(&first);
	puts("nothing to guard yet");
	pthread_mutex_unlock(&first);
	pthread_create(&a, 0, work, 0);
	pthread_create(&b, 0, work, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return pool.kept; // they are over
}
