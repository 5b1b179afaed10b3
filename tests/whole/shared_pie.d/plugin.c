/* What is compiled for a shared object is called by others. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int calls;

void plugin_call(void)
{
	pthread_mutex_lock(&lock);
	calls++; // RACE 1
	pthread_mutex_unlock(&lock);
}

int plugin_calls(void)
{
	return calls; // RACE 1
}
