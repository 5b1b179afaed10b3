/* Two threads own a group of status bits each, but the bits of both groups stand in one word. */
#include <pthread.h>
#include <stdio.h>

struct status {
	unsigned link_up : 1;
	unsigned speed : 3;
	unsigned fan_on : 1;
	unsigned level : 4;
};

static struct status status;

static void *watch_link(void *argument)
{
	for (unsigned i = 0; i < 20; i++) {
		status.link_up = 1; // RACE-BITFIELD 1
		status.speed = i & 7; // RACE-BITFIELD 1
	}
	return argument;
}

static void *watch_fan(void *argument)
{
	for (unsigned i = 0; i < 20; i++) {
		status.fan_on = i > 10; // RACE-BITFIELD 1
		status.level = i & 15; // RACE-BITFIELD 1
	}
	return argument;
}

int main(void)
{
	pthread_t link, fan;

	pthread_create(&link, NULL, watch_link, NULL);
	pthread_create(&fan, NULL, watch_fan, NULL);
	pthread_join(link, NULL);
	pthread_join(fan, NULL);
	printf("%d %d\n", status.speed, status.level);
	return 0;
}
