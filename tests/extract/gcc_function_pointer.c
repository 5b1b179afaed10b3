// FLAGS: -- -Werror -Werror=incompatible-pointer-types -Wp,-Werror -pedantic-errors
/* Functions of other types than the pointers that hold them, in a project that makes errors of all warnings. */
#include <pthread.h>

struct a {
	int n;
};
struct b {
	int n;
};

static int hits, safe;
static pthread_mutex_t lock;

static void worker(void)
{
	hits++; // RACE 1
	pthread_mutex_lock(&lock);
	safe++; // NORACE
	pthread_mutex_unlock(&lock);
}

static void apply(void *(*start)(void *), struct a *x)
{
	pthread_t t;

	pthread_create(&t, 0, start, x);
	hits++; // RACE 1
	pthread_mutex_lock(&lock);
	safe++; // NORACE
	pthread_mutex_unlock(&lock);
	pthread_join(t, 0);
}

int main(void)
{
	struct b x = { 1 };
	char unsigned *text = "text";
	int unused;

	apply(worker, &x);
	return hits + text[0] + safe; // NORACE
}
