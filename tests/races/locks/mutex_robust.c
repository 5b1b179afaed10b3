/* A robust lock: after EOWNERDEAD it is held and made consistent, after other errors it is not held. The skipped attempts
 * are counted by an atomic. */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static pthread_mutex_t journal_lock;
static unsigned records, repairs;
static atomic_uint skipped;

static void append(void)
{
	int error = pthread_mutex_trylock(&journal_lock);

	if (error == EOWNERDEAD) {
		repairs++; // NORACE
		pthread_mutex_consistent(&journal_lock);
	} else if (error != 0) {
		skipped++; // NORACE
		return;
	}
	records++; // NORACE
	pthread_mutex_unlock(&journal_lock);
}

static void *appender(void *argument)
{
	for (int i = 0; i < 2000; i++)
		append();
	return argument;
}

int main(void)
{
	pthread_mutexattr_t attributes;
	pthread_t thread[3];

	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
	pthread_mutex_init(&journal_lock, &attributes);
	for (int i = 0; i < 3; i++)
		pthread_create(&thread[i], NULL, appender, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(thread[i], NULL);
	printf("%u records, %u repairs, %u skipped\n", records, repairs, skipped);
	return 0;
}
