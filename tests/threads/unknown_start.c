// STATS: gap_starts == 1
// STATS: gap_openmp == 0
/* A library starts a thread, and no model tells of it. clone is followed: it has one. */
#define _GNU_SOURCE
#include <sched.h>
#include <stdatomic.h>

void SDL_CreateThread(int (*)(void *), const char *, void *);

static int cloned;
static atomic_int answers;
static char stack[65536];

static int answer(void *arg)
{
	atomic_fetch_add(&answers, 1); // NORACE
	return arg != 0;
}

static int child(void *arg)
{
	(void)arg;
	cloned++; // RACE 1
	return 0;
}

int main(void)
{
	SDL_CreateThread(answer, "answer", 0);
	clone(child, stack + sizeof stack, CLONE_VM, 0);
	cloned++; // RACE 1
	return answers; // NORACE
}
