// FLAGS: --models rows.model
/* As entry_own.d, but a file may be handed the reader of another one: who closes that one is not alone with it. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct reader { pthread_mutex_t lock; int position; };
struct file { int flags; void *private_data; };
struct file_ops { int (*open)(struct file *); int (*read)(struct file *, int); void (*close)(struct file *); int (*dup)(struct file *, struct file *); };
static int disk_open(struct file *f)
{
	struct reader *r = calloc(1, sizeof *r);
	if (!r) return -1;
	pthread_mutex_init(&r->lock, NULL);
	f->private_data = r;
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

static int disk_dup(struct file *f, struct file *g)
{
	g->private_data = f->private_data; // RACE 2: two may hand something to one file, which nothing keeps apart
	return 0;
}

const struct file_ops disk_ops = { disk_open, disk_read, disk_close, disk_dup };
