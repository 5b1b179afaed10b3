/* Signal handlers, by sigaction and by signal. A handler interrupts whatever runs after it was registered; what ran before
 * cannot be interrupted. There is one thread, and a signal is blocked while its own handler runs, so no handler overlaps with
 * itself; but the handler of one signal may interrupt that of the other. */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "snag_ask.h"

static volatile sig_atomic_t terminated, reloads;
static int clients;

static void on_term(int number)
{
	(void)number;
	terminated = 1;
}

static void on_hangup(int number)
{
	(void)number;
	reloads++;
}

static void open_files(void)
{
	clients = 0;
}

static void serve(void)
{
	clients++;
}

int main(void)
{
	struct sigaction action = { .sa_handler = on_term };

	open_files();
	sigemptyset(&action.sa_mask);
	sigaction(SIGTERM, &action, NULL);
	signal(SIGHUP, on_hangup);
	while (!terminated) {
		serve();
		if (clients == 3)
			raise(SIGHUP);
		if (clients == 5)
			raise(SIGTERM);
	}
	snag_parallel(open_files, on_term); // ANSWER: no: before
	snag_parallel(open_files, on_hangup); // ANSWER: no: before
	snag_parallel(serve, on_term); // ANSWER: yes
	snag_parallel(serve, on_hangup); // ANSWER: yes
	snag_parallel(on_term, on_hangup); // ANSWER: yes
	snag_parallel(on_term, on_term); // ANSWER: no
	printf("%d\n", (int)reloads);
	return 0;
}
