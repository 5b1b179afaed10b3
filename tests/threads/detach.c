/* Detached threads, by pthread_detach and by attribute: nobody waits for their end, so whatever main does afterwards may overlap
 * with them, also after it has joined another thread. What they share with main has a lock. */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

#include "snag_ask.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int lines;

static void log_line(void)
{
	pthread_mutex_lock(&lock);
	lines++;
	pthread_mutex_unlock(&lock);
}

static void log_by_attribute(void)
{
	log_line();
}

static void log_by_call(void)
{
	log_line();
}

static void log_joined(void)
{
	log_line();
}

static void *attribute_main(void *argument)
{
	log_by_attribute();
	return argument;
}

static void *call_main(void *argument)
{
	log_by_call();
	return argument;
}

static void *joined_main(void *argument)
{
	log_joined();
	return argument;
}

static void start(void)
{
	lines = 0;
}

static void finish(void)
{
	pthread_mutex_lock(&lock);
	printf("%d\n", lines);
	pthread_mutex_unlock(&lock);
}

int main(void)
{
	pthread_attr_t attribute;
	pthread_t thread;

	start();
	pthread_attr_init(&attribute);
	pthread_attr_setdetachstate(&attribute, PTHREAD_CREATE_DETACHED);
	pthread_create(&thread, &attribute, attribute_main, NULL);
	pthread_attr_destroy(&attribute);
	pthread_create(&thread, NULL, call_main, NULL);
	pthread_detach(thread);
	pthread_create(&thread, NULL, joined_main, NULL);
	pthread_join(thread, NULL);
	finish();
	snag_parallel(start, log_by_attribute); // ANSWER: no: before
	snag_parallel(start, log_by_call); // ANSWER: no: before
	snag_parallel(finish, log_by_attribute); // ANSWER: yes
	snag_parallel(finish, log_by_call); // ANSWER: yes
	snag_parallel(finish, log_joined); // ANSWER: no: joined
	snag_whose(&lines); // ANSWER: shared
	return 0;
}
