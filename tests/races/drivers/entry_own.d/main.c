// FLAGS: --models rows.model
/* Who opens a file is the first to have it, and who closes it the last; so it is with the reader that each file keeps, which is made when
 * it is opened. The device is one for all files: a read of another file may be under way. */
#include <pthread.h>
#include <stdlib.h>

struct device {
	pthread_mutex_t lock;
	int users, last;
};

struct reader {
	struct device *device;
	pthread_mutex_t lock;
	int position;
};

struct file {
	int flags;
	void *private_data;
	struct device *device;
};

struct file_ops {
	int (*open)(struct file *);
	int (*read)(struct file *, int);
	void (*close)(struct file *);
};

static int disk_open(struct file *f)
{
	struct reader *r = malloc(sizeof *r);

	if (!r)
		return -1;
	pthread_mutex_init(&r->lock, NULL);
	r->position = 0;
	r->device = f->device;
	f->flags = 1; // NORACE
	f->private_data = r; // NORACE
	return 0;
}

static int disk_read(struct file *f, int n)
{
	struct reader *r = f->private_data; // NORACE

	pthread_mutex_lock(&r->lock);
	r->position += n; // NORACE
	n = r->position + f->flags; // NORACE
	pthread_mutex_unlock(&r->lock);
	pthread_mutex_lock(&r->device->lock);
	r->device->users++; // RACE 1
	r->device->last = n; // RACE 2
	pthread_mutex_unlock(&r->device->lock);
	return n;
}

static void disk_close(struct file *f)
{
	struct reader *r = f->private_data; // NORACE

	r->device->users = 0; // RACE 1: another file may have it
	r->device->last = r->position; // NORACE; RACE 2
	r->position = -1; // NORACE
	free(r); // NORACE
	f->private_data = NULL; // NORACE
}

const struct file_ops disk_ops = { disk_open, disk_read, disk_close };
