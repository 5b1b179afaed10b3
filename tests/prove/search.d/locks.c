/* Every kind of lock keeps two threads apart, and what is outside of it is not kept apart. */
// search: race @mutex : not within
// search: race @recursive : not within
// search: race @spin : not within
// search: race @semaphore : not within
// search: race @writer @reader : not within
// search: race @try : not within
// search: race @readers : found
// search: race @once : not within
// search: race @none : found
// search: race @barrier1 @barrier2 : not within
// search: race @atomic : not within
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, recursive;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_barrier_t barrier;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static sem_t semaphore;
static int in_mutex, in_recursive, in_spin, in_semaphore, in_rwlock, in_try, in_readers, in_once, in_none, in_barrier;
static atomic_int counter;

static void initialise(void)
{
	in_once++; // @once
}

static void *worker(void *argument)
{
	long me = (long)argument;

	pthread_mutex_lock(&mutex);
	in_mutex++; // @mutex
	pthread_mutex_unlock(&mutex);
	pthread_mutex_lock(&recursive);
	pthread_mutex_lock(&recursive);
	pthread_mutex_unlock(&recursive);
	in_recursive++; // @recursive
	pthread_mutex_unlock(&recursive);
	pthread_spin_lock(&spin);
	in_spin++; // @spin
	pthread_spin_unlock(&spin);
	sem_wait(&semaphore);
	in_semaphore++; // @semaphore
	sem_post(&semaphore);
	if (me)
		pthread_rwlock_wrlock(&rwlock);
	else
		pthread_rwlock_rdlock(&rwlock);
	if (me)
		in_rwlock = 1; // @writer
	else
		in_readers += in_rwlock; // @reader
	pthread_rwlock_unlock(&rwlock);
	if (pthread_mutex_trylock(&mutex) == 0) {
		in_try++; // @try
		pthread_mutex_unlock(&mutex);
	}
	pthread_rwlock_rdlock(&rwlock);
	in_readers++; // @readers
	pthread_rwlock_unlock(&rwlock);
	pthread_once(&once, initialise);
	in_none++; // @none
	if (me)
		in_barrier = 1; // @barrier1
	pthread_barrier_wait(&barrier);
	if (!me)
		in_barrier = 2; // @barrier2
	counter++; // @atomic
	return NULL;
}

int main(void)
{
	pthread_t thread[2];
	pthread_mutexattr_t attribute;

	pthread_mutexattr_init(&attribute);
	pthread_mutexattr_settype(&attribute, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&recursive, &attribute);
	pthread_spin_init(&spin, 0);
	sem_init(&semaphore, 0, 1);
	pthread_barrier_init(&barrier, NULL, 2);
	for (long i = 0; i < 2; i++)
		pthread_create(&thread[i], NULL, worker, (void *)i);
	for (int i = 0; i < 2; i++)
		pthread_join(thread[i], NULL);
	return 0;
}
