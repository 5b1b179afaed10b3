/* getpwnam fills a struct of the library; a thread that looks up one user reads the name of another. */
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
	struct passwd *entry = getpwnam(l->name); // RACE 1

	if (entry)
		l->uid = entry->pw_uid; // RACE 1
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
