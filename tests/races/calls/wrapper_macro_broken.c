/* As wrapper_macro.c, but one file-wide switch, meant for programs without threads, makes the statement macro lock nothing. */
#include <pthread.h>
#include <stdio.h>

#define SINGLE_THREADED 1
#define LOCK(object) pthread_mutex_lock(&(object)->lock)
#define UNLOCK(object) pthread_mutex_unlock(&(object)->lock)
#ifdef SINGLE_THREADED
#define LOCKED(object, statement) do { (void)(object); statement; } while (0)
#else
#define LOCKED(object, statement) do { LOCK(object); statement; UNLOCK(object); } while (0)
#endif

struct cell {
	pthread_mutex_t lock;
	int reads, writes;
};

static struct cell cell = { PTHREAD_MUTEX_INITIALIZER, 0, 0 };

static void *reader(void *argument)
{
	struct cell *c = argument;

	for (int i = 0; i < 1000; i++)
		LOCKED(c, c->reads++); // RACE 1
	return NULL;
}

static void *writer(void *argument)
{
	struct cell *c = argument;

	for (int i = 0; i < 1000; i++) {
		LOCK(c);
		c->writes++; // NORACE
		if (c->reads > 100) // RACE 1
			c->reads = 0; // RACE 1
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
