// FLAGS: --models rows.model
/* Rows of the members that functions are kept in: nothing beside attach and close but reads, and who closes a file is alone
 * with it. */
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
	return ++attached; // NORACE
}

static int disk_read(struct file *f, int n)
{
	pthread_mutex_lock(&f->lock);
	f->position += n; // NORACE
	pthread_mutex_unlock(&f->lock);
	return 0;
}

static void disk_close(struct file *f)
{
	f->position = -1; // NORACE
	attached--; // NORACE
}

const struct file_ops disk_ops = { disk_attach, disk_read, disk_close };
