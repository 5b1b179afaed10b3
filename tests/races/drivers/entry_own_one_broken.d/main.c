// FLAGS: --models rows.model
/* As entry_own.d, but all files keep the same reader: who closes one is not alone with it. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct reader { pthread_mutex_t lock; int position; };
struct file { int flags; void *private_data; };
struct file_ops { int (*open)(struct file *); int (*read)(struct file *, int); void (*close)(struct file *); };
static struct reader *only;
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
static int disk_open(struct file *f)
{
	pthread_mutex_lock(&l);
	if (!only) { only = calloc(1, sizeof *only); pthread_mutex_init(&only->lock, NULL); }
	f->private_data = only;
	pthread_mutex_unlock(&l);
	return 0;
}
static int disk_read(struct file *f, int n)
{
	struct reader *r = f->private_data;
	pthread_mutex_lock(&r->lock);
	r->position += n; // RACE 1
	n = r->position;
	pthread_mutex_unlock(&r->lock);
	return n;
}
static void disk_close(struct file *f)
{
	struct reader *r = f->private_data;

	r->position = -1; // RACE 1
}

const struct file_ops disk_ops = { disk_open, disk_read, disk_close };
