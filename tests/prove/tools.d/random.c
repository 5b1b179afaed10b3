/* What emitted C needs to be run: choices by chance, RUNS times in processes of their own. Ends with 1 if reach_error was
 * called in one of them. How often a choice is yes differs from run to run, since a thread that may be ended everywhere
 * rarely gets far. */
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef RUNS
#define RUNS 10000
#endif

void __VERIFIER_assume(int);
_Bool __VERIFIER_nondet_bool(void);
unsigned char __VERIFIER_nondet_uchar(void);
unsigned short __VERIFIER_nondet_ushort(void);
unsigned int __VERIFIER_nondet_uint(void);
unsigned long __VERIFIER_nondet_ulong(void);
double __VERIFIER_nondet_double(void);
void reach_error(void);

static unsigned long long state;
static unsigned rarely, left = 1000000;

static unsigned long long next(void)
{
	if (!left--)
		_exit(0);
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

void __VERIFIER_assume(int condition)
{
	if (!condition)
		_exit(0);
}

_Bool __VERIFIER_nondet_bool(void)
{
	return next() % rarely == 0;
}

unsigned char __VERIFIER_nondet_uchar(void)
{
	return (unsigned char)next();
}

unsigned short __VERIFIER_nondet_ushort(void)
{
	return (unsigned short)next();
}

unsigned int __VERIFIER_nondet_uint(void)
{
	return (unsigned)(next() % 3 ? next() % 8 : next());
}

unsigned long __VERIFIER_nondet_ulong(void)
{
	return next();
}

double __VERIFIER_nondet_double(void)
{
	return (double)(next() % 100) / 8;
}

void reach_error(void)
{
	_exit(1);
}

__attribute__((constructor)) static void runs(void)
{
	int status, failed = 0;

	for (int i = 1; i <= RUNS; i++) {
		pid_t child = fork();
		if (!child) {
			state = (unsigned long long)i * 0x9e3779b97f4a7c15u;
			rarely = 2u << i % 6;
			alarm(2);
			return;
		}
		if (child < 0 || waitpid(child, &status, 0) < 0)
			_exit(2);
		failed |= WIFEXITED(status) && WEXITSTATUS(status) == 1;
	}
	_exit(failed);
}
