/* The handler does not come back, but main goes on where it has jumped to. */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>

static sigjmp_buf again;
static int tries;

static void on_int(int number)
{
	tries += number; // RACE 1
	siglongjmp(again, 1);
}

int main(void)
{
	signal(SIGINT, on_int);
	if (sigsetjmp(again, 1))
		puts("once more");
	while (tries < 3) // RACE 1
		continue;
	return 0;
}
