/* As fortified_copy.c, but others find the block before it is filled. */
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
	e->uses = 0; // NORACE
	pthread_mutex_lock(&lock);
	table[e->uses & 7] = e;
	pthread_mutex_unlock(&lock);
	copy(e->name, name);
	for (int i = 0; i < 8; i++)
		e->uses += i; // RACE 1
	return NULL;
}

static void *user(void *unused)
{
	(void)unused;
	pthread_mutex_lock(&lock);
	for (int i = 0; i < 8; i++)
		if (table[i])
			table[i]->uses++; // RACE 1
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
