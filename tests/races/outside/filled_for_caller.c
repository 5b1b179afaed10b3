/* A buffer and a pointer that are filled for the caller: each caller has its own, whatever is locked meanwhile. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct disk {
	pthread_mutex_t lock;
	char name[16];
};

static struct disk *last;
static pthread_mutex_t last_lock = PTHREAD_MUTEX_INITIALIZER;

void disk_name(struct disk *d, char *buffer, size_t n)
{
	pthread_mutex_lock(&d->lock);
	strncpy(buffer, d->name, n); // NORACE
	pthread_mutex_unlock(&d->lock);
	buffer[n - 1] = 0; // NORACE
}

int disk_open(struct disk **out)
{
	struct disk *d = calloc(1, sizeof *d);

	if (!d)
		return -1;
	pthread_mutex_init(&d->lock, NULL);
	pthread_mutex_lock(&last_lock);
	last = d;
	pthread_mutex_unlock(&last_lock);
	*out = d; // NORACE
	return 0;
}
