/* As mutex_getter.c, but one side asks for the lock of the other kind. */
#include <pthread.h>
#include <stdio.h>

enum kind { SESSIONS, CACHES };

static pthread_mutex_t session_lock = PTHREAD_MUTEX_INITIALIZER, cache_lock = PTHREAD_MUTEX_INITIALIZER;
static int sessions, hits;

static pthread_mutex_t *lock_of(enum kind kind)
{
	switch (kind) {
	case SESSIONS:
		return &session_lock;
	default:
		return &cache_lock;
	}
}

static void *login(void *argument)
{
	for (int i = 0; i < 1000; i++) {
		pthread_mutex_lock(lock_of(SESSIONS));
		sessions++; // RACE 1
		pthread_mutex_unlock(lock_of(SESSIONS));
		pthread_mutex_lock(lock_of(CACHES));
		hits++; // NORACE
		pthread_mutex_unlock(lock_of(CACHES));
	}
	return argument;
}

static void *logout(void *argument)
{
	for (int i = 0; i < 1000; i++) {
		pthread_mutex_lock(lock_of(CACHES));
		sessions--; // RACE 1
		pthread_mutex_unlock(lock_of(CACHES));
	}
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, login, NULL);
	pthread_create(&two, NULL, logout, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d %d\n", sessions, hits);
	return 0;
}
