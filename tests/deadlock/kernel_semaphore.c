/* A semaphore that is a lock, and a mutex, in opposite orders. */
#include "kernel.h"

static struct semaphore slot = { 1 };
static struct mutex lock;
static int used;

void enter(void)
{
	down(&slot); // DEADLOCK 1
	mutex_lock(&lock); // DEADLOCK 1
	used++; // NORACE
	mutex_unlock(&lock);
	up(&slot);
}

void resize(void)
{
	mutex_lock(&lock); // DEADLOCK 1
	down(&slot); // DEADLOCK 1
	used = 0; // NORACE
	up(&slot);
	mutex_unlock(&lock);
}
