/* The handler only notes that it came. */
#include <pthread.h>
#include <signal.h>
#include <string.h>

static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;
static int lines;
static volatile sig_atomic_t came;

static void write_line(void)
{
	pthread_mutex_lock(&log_lock);
	lines++; // NORACE
	pthread_mutex_unlock(&log_lock);
}

static void log_text(const char *text)
{
	if (text[0])
		write_line();
}

static void on_term(int number)
{
	(void)number;
	came = 1;
}

int main(void)
{
	struct sigaction action;

	memset(&action, 0, sizeof action);
	action.sa_handler = on_term;
	sigaction(SIGTERM, &action, NULL);
	log_text("one");
	log_text("two");
	if (came)
		log_text("signal");
	return 0;
}
