/* The message of the day is replaced by a new string, and the old one is freed, under the lock. Readers copy it while they hold
 * the lock, and keep no pointer into it. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *motd;

static void set_motd(const char *text)
{
	char *fresh = strdup(text), *old;

	pthread_mutex_lock(&lock);
	old = motd;
	motd = fresh;
	pthread_mutex_unlock(&lock);
	free(old); // NORACE
}

static char *get_motd(void)
{
	char *copy;

	pthread_mutex_lock(&lock);
	copy = strdup(motd); // NORACE
	pthread_mutex_unlock(&lock);
	return copy;
}

static void *greet(void *argument)
{
	for (int i = 0; i < 5; i++) {
		char *text = get_motd();

		printf("%s\n", text); // NORACE
		free(text);
	}
	return argument;
}

int main(void)
{
	pthread_t thread;

	set_motd("welcome");
	pthread_create(&thread, NULL, greet, NULL);
	set_motd("closed for maintenance");
	pthread_join(thread, NULL);
	free(motd);
	return 0;
}
