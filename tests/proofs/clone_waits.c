/* A parent that waits until its child has ended. */
// PROVED: assuming
#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>

static int shared;
static char stack[65536];

static int child(void *a)
{
	(void)a;
	shared = 1;
	return 0;
}

int main(void)
{
	clone(child, stack + sizeof stack, CLONE_VM | CLONE_VFORK | SIGCHLD, 0);
	shared = 2; // NORACE reported: the child has ended
	return 0;
}
