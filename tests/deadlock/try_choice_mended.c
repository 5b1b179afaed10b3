/* An attempt to lock is turned into a result of the program's own, by a choice between two numbers; what was not locked is not held in the next round. */
#include <pthread.h>
#include <sched.h>

enum { OK = 0, BUSY = 17 };

struct zone {
	pthread_mutex_t lock;
	struct zone *secure;
	int serial;
};

static struct zone raw = { .lock = PTHREAD_MUTEX_INITIALIZER }, safe = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void replace(struct zone *z)
{
	struct zone *secure = 0;
	int result;

again:
	pthread_mutex_lock(&raw.lock); // NODEADLOCK
	if (z->secure) { // NORACE
		secure = &safe;
		result = pthread_mutex_trylock(&safe.lock) == 0 ? OK : BUSY;
		if (result != OK) {
			pthread_mutex_unlock(&raw.lock);
			secure = 0;
			sched_yield();
			goto again;
		}
	}
	raw.serial++; // NORACE
	if (secure)
		pthread_mutex_unlock(&safe.lock);
	pthread_mutex_unlock(&raw.lock);
}

static void *transfer(void *argument)
{
	replace(&raw);
	return argument;
}

static void *notify(void *argument)
{
	pthread_mutex_lock(&safe.lock); // NODEADLOCK
	pthread_mutex_lock(&raw.lock); // NODEADLOCK
	raw.serial++; // NORACE
	pthread_mutex_unlock(&raw.lock);
	pthread_mutex_unlock(&safe.lock);
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	raw.secure = &safe;
	pthread_create(&t1, NULL, transfer, NULL);
	pthread_create(&t2, NULL, notify, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
