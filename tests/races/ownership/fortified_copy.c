/* What a checked function of the C library asks of a pointer (_FORTIFY_SOURCE) tells nobody of the object: the block is its maker's until it
 * is put where others find it. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct entry {
	char name[16];
	int uses;
};

static struct entry *table[8];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void copy(char *to, const char *from)
{
	__builtin___strncpy_chk(to, from, 15, __builtin_object_size(to, 0));
}

static void *maker(void *name)
{
	struct entry *e = malloc(sizeof *e);

	if (!e)
		return NULL;
	copy(e->name, name);
	e->uses = 0; // NORACE
	for (int i = 0; i < 8; i++)
		e->uses += i; // NORACE
	pthread_mutex_lock(&lock);
	table[e->uses & 7] = e;
	pthread_mutex_unlock(&lock);
	return NULL;
}

static void *user(void *unused)
{
	(void)unused;
	pthread_mutex_lock(&lock);
	for (int i = 0; i < 8; i++)
		if (table[i])
			table[i]->uses++; // NORACE
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	if (pthread_create(&a, NULL, maker, "one") || pthread_create(&b, NULL, user, NULL))
		abort();
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
