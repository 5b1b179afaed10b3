/* A configuration is replaced as a whole by a struct assignment, and read as a whole by another: under the lock, but the lock
 * is only taken shared on both sides. */
#include <pthread.h>
#include <stdio.h>

struct config {
	int timeout, retries;
	char listen[32];
};

static struct {
	pthread_rwlock_t lock;
	struct config current;
} settings = { PTHREAD_RWLOCK_INITIALIZER, { 10, 3, "0.0.0.0" } };

static void reload(const struct config *fresh)
{
	pthread_rwlock_rdlock(&settings.lock);
	settings.current = *fresh; // RACE 1
	pthread_rwlock_unlock(&settings.lock);
}

static struct config current(void)
{
	struct config copy;

	pthread_rwlock_rdlock(&settings.lock);
	copy = settings.current; // RACE 1
	pthread_rwlock_unlock(&settings.lock);
	return copy;
}

static void *client(void *argument)
{
	for (int i = 0; i < 5; i++) {
		struct config c = current();

		printf("%s %d %d\n", c.listen, c.timeout, c.retries);
	}
	return argument;
}

int main(void)
{
	static const struct config fresh = { 20, 5, "127.0.0.1" };
	pthread_t thread;

	pthread_create(&thread, NULL, client, NULL);
	reload(&fresh);
	pthread_join(thread, NULL);
	return 0;
}
