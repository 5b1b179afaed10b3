/* The table is made larger under the lock; who kept a pointer to an element writes into the old block. */
#include <pthread.h>
#include <stdlib.h>

struct slot { long uses; };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct slot *table;
static size_t n;

static struct slot *find(size_t i)
{
	struct slot *s = NULL;

	pthread_mutex_lock(&lock);
	if (i < n)
		s = &table[i];
	pthread_mutex_unlock(&lock);
	return s;
}

static void *user(void *argument)
{
	struct slot *s = find(0);

	if (s)
		s->uses++; // RACE 1
	return argument;
}

int main(void)
{
	pthread_t t;

	table = calloc(n = 1, sizeof *table);
	pthread_create(&t, NULL, user, NULL);
	for (int i = 0; i < 8; i++) {
		struct slot *p;
		pthread_mutex_lock(&lock);
		p = realloc(table, (n + 1) * sizeof *table); // RACE 1
		if (p) {
			table = p;
			n++;
		}
		pthread_mutex_unlock(&lock);
	}
	pthread_join(t, NULL);
	return 0;
}
