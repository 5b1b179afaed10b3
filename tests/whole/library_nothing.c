// STATS: threaded == 0
// STATS: alone == 1
// A program with one thread, and what it runs at its end: nobody is beside anybody.
#include <stdio.h>
#include <stdlib.h>

static int opened;

static void report(void)
{
	printf("%d\n", opened); // NORACE
}

int main(void)
{
	atexit(report);
	opened++; // NORACE
	return 0;
}
