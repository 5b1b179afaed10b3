/* As registry.c, but what is found is used before the lock is given back. */
#include <pthread.h>
#include <stdlib.h>

struct session {
	int id, hits;
};

static struct session *table[64];
static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;

int session_add(struct session *s)
{
	int done = 0;

	pthread_mutex_lock(&table_lock);
	for (int i = 0; i < 64 && !done; i++)
		if (!table[i]) {
			table[i] = s;
			done = 1;
		}
	pthread_mutex_unlock(&table_lock);
	return done;
}

void session_hit(int id)
{
	pthread_mutex_lock(&table_lock);
	for (int i = 0; i < 64; i++)
		if (table[i] && table[i]->id == id)
			table[i]->hits++; // NORACE
	pthread_mutex_unlock(&table_lock);
}
