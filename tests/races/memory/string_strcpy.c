/* The host name is set by strcpy and printed with %s; both are accesses to the characters, and both hold the lock. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char host[64] = "localhost";

static void set_host(const char *name)
{
	if (strlen(name) >= sizeof host)
		return;
	pthread_mutex_lock(&lock);
	strcpy(host, name); // NORACE
	pthread_mutex_unlock(&lock);
}

static void *announcer(void *argument)
{
	for (int i = 0; i < 5; i++) {
		pthread_mutex_lock(&lock);
		printf("I am %s\n", host); // NORACE
		pthread_mutex_unlock(&lock);
	}
	return argument;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, announcer, NULL);
	set_host("gateway");
	pthread_join(thread, NULL);
	return 0;
}
