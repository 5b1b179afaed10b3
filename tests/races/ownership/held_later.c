/* What an object is put into at the end of a function does not lead to it before: who is handed the port earlier on does not get
 * the device with it. */
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
	d->port = port_get(p);
	d->speed = 9600; // NORACE: the port does not lead to it yet
	if (p->number)
		d->tries = 3; // NORACE
	pthread_mutex_lock(&p->lock);
	p->device = d;
	pthread_mutex_unlock(&p->lock);
	return 0;
}

int port_speed(struct port *p)
{
	int speed = 0;

	pthread_mutex_lock(&p->lock);
	if (p->device)
		speed = p->device->speed * p->device->tries; // NORACE
	pthread_mutex_unlock(&p->lock);
	return speed;
}
