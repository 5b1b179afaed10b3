/* Two kinds of files behind one table of functions each. Both kinds lock before they count. */
#include <pthread.h>
#include <stdio.h>

struct file;

struct file_ops {
	void (*write)(struct file *, int);
	int (*size)(struct file *);
};

struct file {
	const struct file_ops *ops;
	pthread_mutex_t lock;
	int bytes, blocks;
};

static void disk_write(struct file *f, int n)
{
	pthread_mutex_lock(&f->lock);
	f->blocks += (n + 511) / 512; // NORACE
	pthread_mutex_unlock(&f->lock);
}

static int disk_size(struct file *f)
{
	int size;

	pthread_mutex_lock(&f->lock);
	size = f->blocks * 512; // NORACE
	pthread_mutex_unlock(&f->lock);
	return size;
}

static void memory_write(struct file *f, int n)
{
	pthread_mutex_lock(&f->lock);
	f->bytes += n; // NORACE
	pthread_mutex_unlock(&f->lock);
}

static int memory_size(struct file *f)
{
	int size;

	pthread_mutex_lock(&f->lock);
	size = f->bytes; // NORACE
	pthread_mutex_unlock(&f->lock);
	return size;
}

static const struct file_ops disk_ops = { disk_write, disk_size }, memory_ops = { memory_write, memory_size };
static struct file disk = { &disk_ops, PTHREAD_MUTEX_INITIALIZER, 0, 0 };
static struct file memory = { &memory_ops, PTHREAD_MUTEX_INITIALIZER, 0, 0 };

static void *copy(void *argument)
{
	struct file *both[2] = { &disk, &memory };

	for (int i = 0; i < 1000; i++) {
		struct file *f = both[i % 2];

		f->ops->write(f, f->ops->size(f) < 100000 ? 100 : 0);
	}
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, copy, NULL);
	pthread_create(&two, NULL, copy, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d %d\n", disk.blocks, memory.bytes);
	return 0;
}
