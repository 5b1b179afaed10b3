/* libffi, issue 873: the allocator sets its parameters up the first time that anybody allocates, under a lock, but whether that has been done is asked
 * without it: who sees the mark may not see the rest. */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t setup_lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
	size_t magic;
	size_t page_size, granularity;
} params;

static void set_up(void)
{
	pthread_mutex_lock(&setup_lock);
	if (params.magic == 0) {
		params.page_size = 4096; // RACE 2
		params.granularity = 65536; // NORACE
		params.magic = 0x58585858; // RACE 1
	}
	pthread_mutex_unlock(&setup_lock);
}

size_t pages_for(size_t bytes)
{
	if (params.magic == 0) // RACE 1
		set_up();
	return (bytes + params.page_size - 1) / params.page_size; // RACE 2
}
