// FLAGS: -- -fvisibility=hidden
// A table of functions is exported, as plugins do: others call what is in it, and nothing else that is hidden.
#include <pthread.h>

struct module {
	void (*hit)(void);
	long (*total)(void);
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long hits, last;

void add_locked(void);

void add_locked(void)
{
	hits++; // NORACE
}

static void hit(void)
{
	pthread_mutex_lock(&lock);
	add_locked();
	pthread_mutex_unlock(&lock);
	last = 1; // RACE 1
}

static long total(void)
{
	return last; // RACE 1
}

extern const struct module module;
__attribute__((visibility("default"))) const struct module module = { hit, total };
