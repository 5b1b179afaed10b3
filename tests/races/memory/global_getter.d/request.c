#include <stdio.h>

#include "state.h"

void *request_main(void *argument)
{
	int uptime = 0;

	for (int i = 0; i < 500; i++) {
		pthread_mutex_lock(state_lock());
		uptime += state_get()->uptime; // NORACE
		state_get()->requests++; // NORACE
		pthread_mutex_unlock(state_lock());
	}
	printf("%d\n", uptime >= 0);
	return argument;
}
