/* As libc_string_groups.c, but the shared one is put together in place, by functions that each write to it. */
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

static void join(struct names *n, const char *directory, const char *file)
{
	char *end = stpcpy(n->path, directory); // RACE 1

	*end++ = '/'; // RACE 1
	strncpy(end, file, 32); // RACE 1
	strncat(n->path, ".d", sizeof n->path - strlen(n->path) - 1); // RACE 1
	memccpy(n->key, file, 0, sizeof n->key); // RACE 2
	memmove(n->digest, n->digest + 4, 12); // RACE 3
	explicit_bzero(n->digest + 12, 4); // RACE 3
}

static void *builder(void *argument)
{
	for (int i = 0; i < 100; i++) {
		join(&names, "/var/lib", argument);
	}
	return NULL;
}

static void *user(void *argument)
{
	size_t n = 0;

	for (int i = 0; i < 100; i++) {
		char *mine;
		mine = strdup(names.path); // RACE 1
		n += mine && strchr(names.key, 'a') ? strlen(mine) : 0; // RACE 2
		n += memcmp(names.digest, "0123456789abcde", 16) == 0; // RACE 3
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
