/* getpwnam_r fills a struct and a buffer of the caller's. */
#include <pthread.h>
#include <pwd.h>
#include <stdio.h>

struct lookup {
	const char *name;
	unsigned uid;
};

static void *look_up(void *argument)
{
	struct lookup *l = argument;
	struct passwd space, *entry;
	char strings[1024];

	if (getpwnam_r(l->name, &space, strings, sizeof strings, &entry) == 0 && entry) // NORACE
		l->uid = entry->pw_uid; // NORACE
	return NULL;
}

int main(void)
{
	struct lookup lookups[2] = { { "root", 1 }, { "daemon", 1 } };
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, look_up, &lookups[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	printf("%u\n", lookups[0].uid);
	return 0;
}
