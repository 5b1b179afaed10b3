// FLAGS: --models rows.model
/* As entry_slot.d, with a read that looks at what attach and close write: it is not under their row. */
#include <pthread.h>

struct file {
	pthread_mutex_t lock;
	int position, flags;
};

struct file_ops {
	int (*attach)(struct file *);
	int (*read)(struct file *, int);
	void (*close)(struct file *);
};

static int attached;

static int disk_attach(struct file *f)
{
	(void)f;
	return ++attached; // RACE 1
}

static int disk_read(struct file *f, int n)
{
	pthread_mutex_lock(&f->lock);
	f->position += n; // NORACE
	pthread_mutex_unlock(&f->lock);
	return attached; // RACE 1
}

static void disk_close(struct file *f)
{
	f->position = -1; // NORACE
	attached--; // RACE 1
}

const struct file_ops disk_ops = { disk_attach, disk_read, disk_close };
