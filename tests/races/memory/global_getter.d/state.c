/* The state and its lock are static here; other files get at them by functions that return their addresses. */
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
