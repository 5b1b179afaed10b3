/* As held_later.c, but the port leads to the device when it is handed on: others find it there, and read what is still written.
 * So does who comes from a loop, in which the device of the round before hangs in the port. */
#include <pthread.h>
#include <stdlib.h>

struct device;
struct port {
	pthread_mutex_t lock;
	struct device *device;
	int number;
};
struct device {
	struct port *port;
	int speed, tries;
};

struct port *port_get(struct port *); /* outside: may keep it, and what it leads to */

int port_attach(struct port *p)
{
	struct device *d = calloc(1, sizeof *d);

	if (!d)
		return -1;
	pthread_mutex_lock(&p->lock);
	p->device = d;
	pthread_mutex_unlock(&p->lock);
	d->port = port_get(p);
	d->speed = 9600; // RACE 1
	if (p->number)
		d->tries = 3; // RACE 2
	return 0;
}

int port_speed(struct port *p)
{
	int speed = 0;

	pthread_mutex_lock(&p->lock);
	if (p->device)
		speed = p->device->speed * p->device->tries; // RACE 1; RACE 2
	pthread_mutex_unlock(&p->lock);
	return speed;
}

int port_again(struct port *p, int n)
{
	struct device *d = NULL, *old;

	for (int i = 0; i < n; i++) {
		old = d;
		d = calloc(1, sizeof *d);
		if (!d)
			return -1;
		d->port = port_get(p);
		if (old)
			old->speed = 300; // RACE 1: that one is in the port
		pthread_mutex_lock(&p->lock);
		p->device = d;
		pthread_mutex_unlock(&p->lock);
	}
	return 0;
}
