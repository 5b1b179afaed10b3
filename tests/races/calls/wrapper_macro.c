/* Locking by macros: one that takes any object with a lock in it, and one that wraps a whole statement. */
#include <pthread.h>
#include <stdio.h>

#define LOCK(object) pthread_mutex_lock(&(object)->lock)
#define UNLOCK(object) pthread_mutex_unlock(&(object)->lock)
#define LOCKED(object, statement) do { LOCK(object); statement; UNLOCK(object); } while (0)

struct cell {
	pthread_mutex_t lock;
	int reads, writes;
};

static struct cell cell = { PTHREAD_MUTEX_INITIALIZER, 0, 0 };

static void *reader(void *argument)
{
	struct cell *c = argument;

	for (int i = 0; i < 1000; i++)
		LOCKED(c, c->reads++); // NORACE
	return NULL;
}

static void *writer(void *argument)
{
	struct cell *c = argument;

	for (int i = 0; i < 1000; i++) {
		LOCK(c);
		c->writes++; // NORACE
		if (c->reads > 100) // NORACE
			c->reads = 0; // NORACE
		UNLOCK(c);
	}
	return NULL;
}

int main(void)
{
	pthread_t threads[3];

	pthread_create(&threads[0], NULL, reader, &cell);
	pthread_create(&threads[1], NULL, writer, &cell);
	pthread_create(&threads[2], NULL, writer, &cell);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	printf("%d %d\n", cell.reads, cell.writes);
	return 0;
}
