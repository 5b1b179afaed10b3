/* Every kind of synchronisation, with what it returns. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <threads.h>

static pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER, recursive, checking;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t shared = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t meeting;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static sem_t slots;
static mtx_t c11;
static int flag, made, arrived, serial, read_it;
static _Thread_local int own;
static _Atomic int hits;

static void make(void) { made++; }

static void *worker(void *arg)
{
	intptr_t me = (intptr_t)arg;
	int r;

	own = (int)me;
	pthread_once(&once, make);
	pthread_setspecific(key, &own);
	pthread_mutex_lock(&plain);
	while (!flag)
		pthread_cond_wait(&ready, &plain);
	arrived++;
	pthread_mutex_unlock(&plain);
	r = pthread_barrier_wait(&meeting);
	if (r == PTHREAD_BARRIER_SERIAL_THREAD)
		__atomic_fetch_add(&serial, 1, __ATOMIC_SEQ_CST);
	assert(arrived == 2);
	pthread_rwlock_rdlock(&shared);
	assert(read_it == 0 || read_it == 5);
	pthread_rwlock_unlock(&shared);
	hits++;
	sem_post(&slots);
	assert(*(int *)pthread_getspecific(key) == me && own == me);
	return (void *)(me * 10);
}

static int c11_worker(void *arg)
{
	mtx_lock(&c11);
	*(int *)arg += 2;
	mtx_unlock(&c11);
	return 77;
}

static void kinds(void)
{
	pthread_mutexattr_t a;

	pthread_mutexattr_init(&a);
	pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&recursive, &a);
	pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK);
	pthread_mutex_init(&checking, &a);
	assert(pthread_mutex_lock(&recursive) == 0 && pthread_mutex_lock(&recursive) == 0 && pthread_mutex_trylock(&recursive) == 0);
	assert(pthread_mutex_unlock(&recursive) == 0 && pthread_mutex_unlock(&recursive) == 0 && pthread_mutex_unlock(&recursive) == 0);
	assert(pthread_mutex_unlock(&checking) == EPERM && pthread_mutex_lock(&checking) == 0 && pthread_mutex_lock(&checking) == EDEADLK);
	assert(pthread_mutex_trylock(&checking) == EBUSY && pthread_mutex_unlock(&checking) == 0);
	assert(pthread_mutex_lock(&plain) == 0 && pthread_mutex_trylock(&plain) == EBUSY && pthread_mutex_unlock(&plain) == 0);
	assert(pthread_rwlock_rdlock(&shared) == 0 && pthread_rwlock_tryrdlock(&shared) == 0 && pthread_rwlock_trywrlock(&shared) == EBUSY);
	assert(pthread_rwlock_unlock(&shared) == 0 && pthread_rwlock_unlock(&shared) == 0 && pthread_rwlock_trywrlock(&shared) == 0);
	assert(pthread_rwlock_unlock(&shared) == 0);
	assert(sem_init(&slots, 0, 1) == 0 && sem_wait(&slots) == 0 && sem_trywait(&slots) == -1);
}

int main(void)
{
	pthread_t t[2];
	thrd_t c;
	void *result;
	int sum = 0, value = 5;

	kinds();
	pthread_key_create(&key, NULL);
	pthread_barrier_init(&meeting, NULL, 2);
	for (intptr_t i = 0; i < 2; i++)
		assert(pthread_create(&t[i], NULL, worker, (void *)(i + 1)) == 0);
	pthread_mutex_lock(&plain);
	flag = 1;
	pthread_cond_broadcast(&ready);
	pthread_mutex_unlock(&plain);
	pthread_rwlock_wrlock(&shared);
	read_it = 5;
	pthread_rwlock_unlock(&shared);
	sem_wait(&slots);
	sem_wait(&slots);
	for (int i = 0; i < 2; i++) {
		pthread_join(t[i], &result);
		sum += (int)(intptr_t)result;
	}
	assert(sum == 30 && made == 1 && serial == 1 && hits == 2 && own == 0);
	assert(!pthread_equal(t[0], t[1]) && pthread_equal(pthread_self(), pthread_self()));
	mtx_init(&c11, mtx_plain);
	assert(thrd_create(&c, c11_worker, &value) == thrd_success && thrd_join(c, &sum) == thrd_success && sum == 77 && value == 7);
	return 0;
}
