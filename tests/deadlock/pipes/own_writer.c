/* The only writer of the pipe reads from it first. */
#include <unistd.h>

static int p[2];

static int ask(void)
{
	char x = 1;

	if (read(p[0], &x, 1) != 1) // DEADLOCK
		return -1;
	if (write(p[1], &x, 1) != 1)
		return -1;
	return x;
}

int main(void)
{
	if (pipe(p))
		return 1;
	return ask();
}
