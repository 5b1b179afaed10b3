/* getaddrinfo allocates what it returns; each thread has its own list. */
#include <netdb.h>
#include <pthread.h>
#include <stdio.h>

static int family_of(const char *name)
{
	struct addrinfo *list;
	int family;

	if (getaddrinfo(name, NULL, NULL, &list) != 0) // NORACE
		return -1;
	family = list->ai_family; // NORACE
	freeaddrinfo(list); // NORACE
	return family;
}

static void *resolve(void *name)
{
	printf("%s %d\n", (const char *)name, family_of(name) >= -1);
	return NULL;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, resolve, "localhost");
	pthread_create(&second, NULL, resolve, "127.0.0.1");
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
