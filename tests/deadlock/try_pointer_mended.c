/* A helper that tries a lock and returns it, or null: whoever has null has no lock, and whoever has it has that one and not another. */
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>

enum { LOCKS = 16, MOVED = 2, LOCKED = 1 };

static pthread_mutex_t *item_lock;
static pthread_mutex_t slabs = PTHREAD_MUTEX_INITIALIZER;
static int moved, failed;

static void *try_item(uint32_t hash)
{
	pthread_mutex_t *lock = &item_lock[hash & (LOCKS - 1)];

	if (pthread_mutex_trylock(lock) == 0)
		return lock;
	return NULL;
}

static void put_item(void *lock)
{
	pthread_mutex_unlock(lock);
}

static void move(uint32_t hash)
{
	void *held;
	int status;

	pthread_mutex_lock(&slabs);
	held = try_item(hash);
	if (held)
		status = MOVED;
	else
		status = LOCKED;
	switch (status) {
	case MOVED:
		moved++; // NORACE
		put_item(held);
		break;
	case LOCKED:
		pthread_mutex_unlock(&slabs);
		sched_yield();
		pthread_mutex_lock(&slabs);
		failed++; // NORACE
		break;
	}
	pthread_mutex_unlock(&slabs); // NOUNLOCK-UNHELD
}

static void *mover(void *argument)
{
	for (uint32_t i = 0; i < 100; i++)
		move(i);
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	item_lock = calloc(LOCKS, sizeof *item_lock);
	if (!item_lock)
		return 1;
	for (int i = 0; i < LOCKS; i++)
		pthread_mutex_init(&item_lock[i], NULL);
	pthread_create(&t1, NULL, mover, NULL);
	pthread_create(&t2, NULL, mover, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
