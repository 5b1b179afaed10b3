/* gethostbyname fills a struct of the library, one for all threads. */
#include <netdb.h>
#include <pthread.h>
#include <stdio.h>

static int family_of(const char *name)
{
	struct hostent *host = gethostbyname(name); // RACE 1

	return host ? host->h_addrtype : -1; // RACE 1
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
