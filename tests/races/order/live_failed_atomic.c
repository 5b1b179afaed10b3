/* As live_failed.c, with a number that is atomic. */
#include <pthread.h>
#include <sched.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int active, setting, seen;

static void *work(void *unused)
{
	int now = setting; // NORACE

	pthread_mutex_lock(&lock);
	seen += now; // NORACE
	pthread_mutex_unlock(&lock);
	__atomic_sub_fetch(&active, 1, __ATOMIC_ACQ_REL);
	return unused;
}

static void add(void)
{
	pthread_t thread;

	__atomic_add_fetch(&active, 1, __ATOMIC_ACQ_REL);
	if (pthread_create(&thread, NULL, work, NULL) != 0) {
		__atomic_sub_fetch(&active, 1, __ATOMIC_ACQ_REL);
		return;
	}
	pthread_detach(thread);
}

static void drain(void)
{
	while (__atomic_load_n(&active, __ATOMIC_ACQUIRE) > 0)
		sched_yield();
}

int main(void)
{
	setting = 1; // NORACE
	for (int i = 0; i < 4; i++)
		add();
	drain();
	setting = 2; // NORACE
	return 0;
}
