/* The same, of a handler in a program of one thread. */
#include <signal.h>
#include <stddef.h>

static long own;

static void on_usr1(int number)
{
	own += number; // NORACE: blocked while it runs
}

int main(void)
{
	struct sigaction action = { .sa_handler = on_usr1 };

	sigemptyset(&action.sa_mask);
	own = 2; // NORACE
	sigaction(SIGUSR1, &action, NULL);
	raise(SIGUSR1);
	return 0;
}

/* dump-has race
   before the handler is installed
*/
