/* Path names are put together in a buffer on the stack and copied to the shared one under the lock. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct names {
	char path[128];
	char key[32];
	char *copy;
	unsigned char digest[16];
};

static struct names names;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void join(struct names *n, const char *directory, const char *file)
{
	char *end = stpcpy(n->path, directory); // NORACE

	*end++ = '/'; // NORACE
	strncpy(end, file, 32); // NORACE
	strncat(n->path, ".d", sizeof n->path - strlen(n->path) - 1); // NORACE
	memccpy(n->key, file, 0, sizeof n->key); // NORACE
	memmove(n->digest, n->digest + 4, 12); // NORACE
	explicit_bzero(n->digest + 12, 4); // NORACE
}

static void *builder(void *argument)
{
	for (int i = 0; i < 100; i++) {
		struct names own = { 0 };
		join(&own, "/var/lib", argument);
		pthread_mutex_lock(&lock);
		names = own; // NORACE
		pthread_mutex_unlock(&lock);
	}
	return NULL;
}

static void *user(void *argument)
{
	size_t n = 0;

	for (int i = 0; i < 100; i++) {
		char *mine;
		pthread_mutex_lock(&lock);
		mine = strdup(names.path); // NORACE
		n += mine && strchr(names.key, 'a') ? strlen(mine) : 0; // NORACE
		n += memcmp(names.digest, "0123456789abcde", 16) == 0; // NORACE
		pthread_mutex_unlock(&lock);
		free(mine);
	}
	printf("%zu\n", n);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, builder, "alpha");
	pthread_create(&two, NULL, user, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
