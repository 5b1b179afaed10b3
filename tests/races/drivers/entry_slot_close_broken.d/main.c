// FLAGS: --models rows.model
/* As entry_slot.d, without a word about who closes: a read may be under way. */
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
	f->position += n; // RACE 1
	pthread_mutex_unlock(&f->lock);
	return 0;
}

static void disk_close(struct file *f)
{
	f->position = -1; // RACE 1
	attached--; // NORACE
}

const struct file_ops disk_ops = { disk_attach, disk_read, disk_close };
