/* An error-checking lock whose result is tested: without the lock nothing is done. The version is copied before the release. */
#include <pthread.h>
#include <stdio.h>

static struct {
	pthread_mutex_t guard;
	int version;
	char name[32];
} registry;

static int registry_rename(const char *name)
{
	int version;

	if (pthread_mutex_lock(&registry.guard) != 0)
		return -1;
	snprintf(registry.name, sizeof registry.name, "%s", name); // NORACE
	version = ++registry.version; // NORACE
	pthread_mutex_unlock(&registry.guard);
	return version;
}

static void *renamer(void *name)
{
	for (int i = 0; i < 200; i++)
		if (registry_rename(name) < 0)
			break;
	return NULL;
}

int main(void)
{
	pthread_mutexattr_t attributes;
	pthread_t one, two;
	char first[] = "first", second[] = "second";
	int type = 0;

	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
	pthread_mutexattr_gettype(&attributes, &type);
	pthread_mutex_init(&registry.guard, &attributes);
	pthread_create(&one, NULL, renamer, first);
	pthread_create(&two, NULL, renamer, second);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%s %d %d\n", registry.name, registry.version, type);
	return 0;
}
