/* Readers may come twice; a reader that wants to write waits for itself; so does a writer that wants to read. */
#include <pthread.h>

static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;

void read_read(void)
{
	pthread_rwlock_rdlock(&rw);
	pthread_rwlock_rdlock(&rw); // NOSELF-DEADLOCK
	pthread_rwlock_unlock(&rw);
	pthread_rwlock_unlock(&rw); // NOUNLOCK-UNHELD
}

void read_write(void)
{
	pthread_rwlock_rdlock(&rw);
	pthread_rwlock_wrlock(&rw); // SELF-DEADLOCK
	pthread_rwlock_unlock(&rw);
}

void write_read(void)
{
	pthread_rwlock_wrlock(&rw);
	pthread_rwlock_rdlock(&rw); // SELF-DEADLOCK
	pthread_rwlock_unlock(&rw);
}

void upgrade_properly(void)
{
	pthread_rwlock_rdlock(&rw);
	pthread_rwlock_unlock(&rw);
	pthread_rwlock_wrlock(&rw); // NOSELF-DEADLOCK
	pthread_rwlock_unlock(&rw);
}

void write_after_try(void)
{
	if (pthread_rwlock_tryrdlock(&rw) == 0) {
		pthread_rwlock_wrlock(&rw); // SELF-DEADLOCK
		pthread_rwlock_unlock(&rw);
	}
}
