/* A look-up in a constant table that remembers the last hit, to be faster the next time: what looks like a read is a write. */
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

struct mime {
	const char *suffix, *type;
};

static const struct mime types[] = { { ".html", "text/html" }, { ".png", "image/png" }, { ".c", "text/x-c" } };

static const char *type_of(const char *suffix)
{
	static const struct mime *last = types;

	if (strcmp(last->suffix, suffix) == 0) // RACE 1
		return last->type; // RACE 1
	for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
		if (strcmp(types[i].suffix, suffix) == 0) {
			last = &types[i]; // RACE 1
			return types[i].type; // NORACE
		}
	return "application/octet-stream";
}

static void *serve(void *suffix)
{
	for (int i = 0; i < 5; i++)
		puts(type_of(suffix));
	return NULL;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, serve, ".png");
	pthread_create(&second, NULL, serve, ".c");
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
