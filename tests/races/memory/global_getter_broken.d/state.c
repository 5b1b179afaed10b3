/* As global_getter.d, but the other file reads the uptime without asking for the lock. */
#include "state.h"

static struct state state;
static pthread_mutex_t state_mutex = PTHREAD_MUTEX_INITIALIZER;

struct state *state_get(void)
{
	return &state;
}

pthread_mutex_t *state_lock(void)
{
	return &state_mutex;
}
