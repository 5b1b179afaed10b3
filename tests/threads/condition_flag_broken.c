/* As condition_flag.c, but the flag is set before the configuration is loaded. */
#include <pthread.h>
#include <stdio.h>

#include "snag_ask.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;
static int port, backlog;

static void load(void)
{
	port = 25; // RACE 1
	backlog = 16; // RACE 2
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
	printf("%d %d\n", port, backlog); // RACE 1; RACE 2
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
	announce();
	load();
	pthread_join(thread, NULL);
	snag_parallel(load, apply); // ANSWER: yes
	snag_parallel(announce, wait_ready); // ANSWER: yes
	return 0;
}
