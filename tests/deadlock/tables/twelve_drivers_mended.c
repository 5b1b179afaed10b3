/* Twelve drivers in a table of operations; one of them takes the bus, but that one is not of the device that is opened under it. */
#include <pthread.h>

struct device;

struct driver {
	int (*open)(struct device *);
};

struct device {
	const struct driver *driver;
	pthread_mutex_t lock;
	int users;
};

static pthread_mutex_t bus = PTHREAD_MUTEX_INITIALIZER;

static int plain(struct device *d, int n)
{
	pthread_mutex_lock(&d->lock);
	d->users += n;
	pthread_mutex_unlock(&d->lock);
	return 0;
}

static int open_0(struct device *d) { return plain(d, 1); }
static int open_1(struct device *d) { return plain(d, 2); }
static int open_2(struct device *d) { return plain(d, 3); }
static int open_3(struct device *d) { return plain(d, 4); }
static int open_4(struct device *d) { return plain(d, 5); }
static int open_5(struct device *d) { return plain(d, 6); }
static int open_6(struct device *d) { return plain(d, 7); }
static int open_7(struct device *d) { return plain(d, 8); }
static int open_8(struct device *d) { return plain(d, 9); }
static int open_9(struct device *d) { return plain(d, 10); }
static int open_10(struct device *d) { return plain(d, 11); }

static int open_bus(struct device *d)
{
	pthread_mutex_lock(&bus);
	d->users++;
	pthread_mutex_unlock(&bus);
	return 0;
}

static const struct driver driver[] = { { open_0 }, { open_1 }, { open_2 }, { open_3 }, { open_4 }, { open_5 },
					{ open_6 }, { open_7 }, { open_8 }, { open_9 }, { open_10 }, { open_bus } };
static const struct driver serial = { open_bus }, disk = { open_3 };
static struct device console = { .driver = &serial, .lock = PTHREAD_MUTEX_INITIALIZER };
static struct device root = { .driver = &disk, .lock = PTHREAD_MUTEX_INITIALIZER };
static struct device extra = { .driver = &driver[7], .lock = PTHREAD_MUTEX_INITIALIZER };

static int device_open(struct device *d)
{
	return d->driver->open(d);
}

static void *boots(void *arg)
{
	device_open(&extra);
	device_open(&console);
	pthread_mutex_lock(&bus);
	device_open(&root);
	pthread_mutex_unlock(&bus);
	return arg;
}

int main(void)
{
	pthread_t t1;

	pthread_create(&t1, NULL, boots, NULL);
	pthread_join(t1, NULL);
	return 0;
}
