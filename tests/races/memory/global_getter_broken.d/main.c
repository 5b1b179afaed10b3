#include <stdio.h>

#include "state.h"

static void *clock_main(void *argument)
{
	struct state *s = state_get();

	for (int i = 0; i < 500; i++) {
		pthread_mutex_lock(state_lock());
		s->uptime++; // RACE 1
		pthread_mutex_unlock(state_lock());
	}
	return argument;
}

int main(void)
{
	pthread_t clock, first, second;

	pthread_create(&clock, NULL, clock_main, NULL);
	pthread_create(&first, NULL, request_main, NULL);
	pthread_create(&second, NULL, request_main, NULL);
	pthread_join(clock, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	printf("%d %d\n", state_get()->uptime, state_get()->requests);
	return 0;
}
