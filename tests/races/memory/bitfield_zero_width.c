/* Two threads own a group of status bits each; a bit-field of width zero makes the second group begin in a new word. */
#include <pthread.h>
#include <stdio.h>

struct status {
	unsigned link_up : 1;
	unsigned speed : 3;
	unsigned : 0;
	unsigned fan_on : 1;
	unsigned level : 4;
};

static struct status status;

static void *watch_link(void *argument)
{
	for (unsigned i = 0; i < 20; i++) {
		status.link_up = 1; // NORACE-BITFIELD
		status.speed = i & 7; // NORACE-BITFIELD
	}
	return argument;
}

static void *watch_fan(void *argument)
{
	for (unsigned i = 0; i < 20; i++) {
		status.fan_on = i > 10; // NORACE-BITFIELD
		status.level = i & 15; // NORACE-BITFIELD
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
