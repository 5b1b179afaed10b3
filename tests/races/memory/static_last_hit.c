/* A look-up in a constant table. The table is only read: no lock is needed. */
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
	for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
		if (strcmp(types[i].suffix, suffix) == 0) // NORACE
			return types[i].type; // NORACE
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
