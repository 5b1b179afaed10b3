/* A mutex, whose wait sleeps, is taken with a spin lock held, in a function below. */
#include "kernel.h"

static spinlock_t list_lock;
static struct mutex config;
static int length, limit;

static int get_limit(void)
{
	int n;

	mutex_lock(&config); // SLEEP-IN-ATOMIC 1
	n = limit; // NORACE
	mutex_unlock(&config);
	return n;
}

void set_limit(int n)
{
	mutex_lock(&config);
	limit = n; // NORACE
	mutex_unlock(&config);
}

int insert(void)
{
	int done = 0;

	spin_lock(&list_lock); // SLEEP-IN-ATOMIC 1
	if (length < get_limit()) { // NORACE
		length++; // NORACE
		done = 1;
	}
	spin_unlock(&list_lock);
	return done;
}
