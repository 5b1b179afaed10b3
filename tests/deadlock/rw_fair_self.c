/* A reader that reads again: a writer in between waits for the first time, and the second time waits for the writer. Nobody writes
 * `idle`; of `usual` readers do not wait for writers. */
// VERIFY deadlock: deadlock ; today: unknown: a lock whose readers may wait for writers
#define _GNU_SOURCE
#include <pthread.h>

static pthread_rwlock_t busy = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
static pthread_rwlock_t idle = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
static pthread_rwlock_t usual = PTHREAD_RWLOCK_INITIALIZER;
static int n, m;

static int get(void)
{
	int copy;

	pthread_rwlock_rdlock(&busy); // SELF-DEADLOCK
	copy = n; // NORACE
	pthread_rwlock_unlock(&busy);
	return copy;
}

static void *reader(void *argument)
{
	pthread_rwlock_rdlock(&busy);
	get();
	pthread_rwlock_unlock(&busy);
	pthread_rwlock_rdlock(&busy);
	pthread_rwlock_rdlock(&busy); // SELF-DEADLOCK
	pthread_rwlock_unlock(&busy);
	pthread_rwlock_unlock(&busy);
	pthread_rwlock_rdlock(&idle);
	pthread_rwlock_rdlock(&idle); // NOSELF-DEADLOCK
	pthread_rwlock_unlock(&idle);
	pthread_rwlock_unlock(&idle);
	pthread_rwlock_rdlock(&usual);
	pthread_rwlock_rdlock(&usual); // NOSELF-DEADLOCK
	pthread_rwlock_unlock(&usual);
	pthread_rwlock_unlock(&usual);
	return argument;
}

static void *writer(void *argument)
{
	pthread_rwlock_wrlock(&busy);
	n++; // NORACE
	pthread_rwlock_unlock(&busy);
	pthread_rwlock_wrlock(&usual);
	m++; // NORACE
	pthread_rwlock_unlock(&usual);
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, reader, NULL);
	pthread_create(&t2, NULL, writer, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
