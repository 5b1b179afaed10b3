/* The handler logs, three calls down, under the lock that whoever logs holds. */
#include <pthread.h>
#include <signal.h>
#include <string.h>

static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;
static int lines;

static void write_line(void)
{
	pthread_mutex_lock(&log_lock); // SELF-DEADLOCK
	lines++; // NORACE
	pthread_mutex_unlock(&log_lock);
}

static void log_text(const char *text)
{
	if (text[0])
		write_line();
}

static void report(void)
{
	log_text("signal");
}

static void on_term(int number)
{
	(void)number;
	report();
}

int main(void)
{
	struct sigaction action;

	memset(&action, 0, sizeof action);
	action.sa_handler = on_term;
	sigaction(SIGTERM, &action, NULL);
	log_text("one");
	log_text("two");
	return 0;
}
