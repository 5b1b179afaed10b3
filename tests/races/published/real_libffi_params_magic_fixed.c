/* libffi, issue 873, fixed as in pull request 977: the mark is stored with release and asked for with acquire. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t setup_lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
	_Atomic size_t magic;
	size_t page_size, granularity;
} params;

static void set_up(void)
{
	pthread_mutex_lock(&setup_lock);
	if (atomic_load_explicit(&params.magic, memory_order_relaxed) == 0) {
		params.page_size = 4096; // NORACE reported: a mark of a library that several may set counts as no gate
		params.granularity = 65536; // NORACE
		atomic_store_explicit(&params.magic, 0x58585858, memory_order_release);
	}
	pthread_mutex_unlock(&setup_lock);
}

size_t pages_for(size_t bytes)
{
	if (atomic_load_explicit(&params.magic, memory_order_acquire) == 0)
		set_up();
	return (bytes + params.page_size - 1) / params.page_size; // NORACE
}
