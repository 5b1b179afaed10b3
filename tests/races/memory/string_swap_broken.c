/* The message of the day is replaced by a new string, and the old one is freed. Readers fetch the pointer under the lock, but
 * use it behind the unlock, when the string may be gone. */
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
	free(old); // RACE 1
}

static char *get_motd(void)
{
	char *copy;

	pthread_mutex_lock(&lock);
	copy = motd; // NORACE
	pthread_mutex_unlock(&lock);
	return copy;
}

static void *greet(void *argument)
{
	for (int i = 0; i < 5; i++) {
		char *text = get_motd();

		printf("%s\n", text); // RACE 1
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
