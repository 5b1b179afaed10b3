/* A plugin: its host calls plugin_init once, before there are other threads, and handle_... from any of them (.snag/models
 * says so). The other exported function may be called by anybody at any time. */
#include <pthread.h>

#include "snag_ask.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int limit;
static long requests;

static void set_limit(void)
{
	limit = 100;
}

int plugin_init(void)
{
	set_limit();
	return 0;
}

static void count(void)
{
	pthread_mutex_lock(&lock);
	snag_whose(&requests); // ANSWER: shared
	requests++; // RACE 1
	pthread_mutex_unlock(&lock);
}

int handle_get(void)
{
	count();
	return requests > limit; // RACE 1
}

int handle_put(void)
{
	count();
	return 0;
}

long plugin_requests(void)
{
	return requests; // RACE 1
}

void plugin_questions(void)
{
	snag_parallel(handle_get, handle_get); // ANSWER: yes
	snag_parallel(handle_get, handle_put); // ANSWER: yes
	snag_parallel(count, plugin_requests); // ANSWER: yes
	snag_parallel(set_limit, handle_get); // ANSWER: no: phase
	snag_parallel(set_limit, plugin_requests); // ANSWER: no: phase
}
