/* A condition variable with a flag: the configuration is complete before the flag is set under the lock, and nobody reads it
 * before the flag has been seen set. load and apply hold no lock. */
#include <pthread.h>
#include <stdio.h>

#include "snag_ask.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;
static int port, backlog;

static void load(void)
{
	port = 25;
	backlog = 16;
}

static void announce(void)
{
	pthread_mutex_lock(&lock);
	ready = 1;
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&lock);
}

static void wait_ready(void)
{
	pthread_mutex_lock(&lock);
	while (!ready)
		pthread_cond_wait(&changed, &lock);
	snag_held(&lock); // ANSWER: must
	pthread_mutex_unlock(&lock);
}

static void apply(void)
{
	snag_held(&lock); // ANSWER: no
	printf("%d %d\n", port, backlog);
}

static void *listener(void *argument)
{
	wait_ready();
	apply();
	return argument;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, listener, NULL);
	load();
	announce();
	pthread_join(thread, NULL);
	snag_parallel(load, apply); // ANSWER: no: gate
	snag_parallel(announce, wait_ready); // ANSWER: yes
	return 0;
}
