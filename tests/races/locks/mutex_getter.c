/* Which lock belongs to what is decided in one function; both sides ask it for the same kind. */
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
		sessions++; // NORACE reported: which lock the function returns for which argument is lost
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
		pthread_mutex_lock(lock_of(SESSIONS));
		sessions--; // NORACE
		pthread_mutex_unlock(lock_of(SESSIONS));
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
