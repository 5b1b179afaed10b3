/* A table that one function puts records into and another one finds them in, under a lock of the table: found records are shared, and
 * what is done to them behind the lock is not guarded. */
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

struct session *session_find(int id)
{
	struct session *found = NULL;

	pthread_mutex_lock(&table_lock);
	for (int i = 0; i < 64; i++)
		if (table[i] && table[i]->id == id)
			found = table[i];
	pthread_mutex_unlock(&table_lock);
	return found;
}

void session_hit(int id)
{
	struct session *s = session_find(id);

	if (s)
		s->hits++; // RACE: two that look for one session
}
