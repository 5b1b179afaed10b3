/* A mutex, a readers-writer lock and a spinlock in a ring of three threads. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t s;
static int shared, sum;

static void *one(void *arg)
{
	pthread_mutex_lock(&m); // DEADLOCK 1
	pthread_rwlock_rdlock(&rw); // DEADLOCK 1
	sum += shared;
	pthread_rwlock_unlock(&rw);
	pthread_mutex_unlock(&m);
	return arg;
}

static void *two(void *arg)
{
	pthread_rwlock_wrlock(&rw); // DEADLOCK 1
	pthread_spin_lock(&s); // DEADLOCK 1
	pthread_spin_unlock(&s);
	pthread_rwlock_unlock(&rw);
	return arg;
}

static void *three(void *arg)
{
	pthread_spin_lock(&s); // DEADLOCK 1
	pthread_mutex_lock(&m); // DEADLOCK 1; SLEEP-IN-ATOMIC
	pthread_mutex_unlock(&m);
	pthread_spin_unlock(&s);
	return arg;
}

int main(void)
{
	pthread_t t1, t2, t3;

	pthread_spin_init(&s, PTHREAD_PROCESS_PRIVATE);
	pthread_create(&t1, NULL, one, NULL);
	pthread_create(&t2, NULL, two, NULL);
	pthread_create(&t3, NULL, three, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	pthread_join(t3, NULL);
	return 0;
}
