/* As kernel_semaphore.c; the mutex is the outer one everywhere. */
#include "kernel.h"

static struct semaphore slot = { 1 };
static struct mutex lock;
static int used;

void enter(void)
{
	mutex_lock(&lock); // NODEADLOCK
	down(&slot); // NODEADLOCK
	used++; // NORACE
	mutex_unlock(&lock);
	up(&slot);
}

void resize(void)
{
	mutex_lock(&lock); // NODEADLOCK
	down(&slot); // NODEADLOCK
	used = 0; // NORACE
	up(&slot);
	mutex_unlock(&lock);
}
