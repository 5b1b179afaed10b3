/* A run that ends early: --seconds, --memory, SIGTERM. What was found until then is reported.
 *
 * A phase cannot be left in its middle: it may be on all cores, and its tables are half made. So a thread watches, and forks
 * when it is time. The child has one thread and everything that was found, which nobody changes any more; it ranks and reports
 * that, says which phases were left out, and ends with status 3. The process itself waits for the child and ends as it did.
 *
 * Findings change between stop_hold and stop_release only, and the thread forks while it holds the same lock: so the child
 * finds the list whole. Whatever else of the run may be half made there: the child reads the findings, the units and the
 * counters, and allocates in an arena of its own. The same thread tells how far the run is, where nobody sees a status line.
 *
 * misses   memory of the processes that compile and that look for executions is theirs, not the run's */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/stat.h"
#include "base/system/progress.h"
#include "run.h"

enum { TICK_MS = 50, SILENCE_SECONDS = 10 };

static pthread_mutex_t findings = PTHREAD_MUTEX_INITIALIZER;
static atomic_bool reporting;      /* the run has come to its end by itself */
static volatile sig_atomic_t told; /* SIGTERM has come */
static volatile pid_t owner;       /* who reports when it comes; a process that this one has forked just dies of it */

static void on_term(int number)
{
	if (getpid() != owner)
		_exit(128 + number);
	told = 1;
}

void stop_hold(void)
{
	pthread_mutex_lock(&findings);
}

void stop_release(void)
{
	pthread_mutex_unlock(&findings);
}

/* Units that nobody has come to are like those that do not compile. False: there are none. */
static bool close_units(struct run *r, const char *why)
{
	uint32_t failed = r->units.failed;

	for (uint32_t i = 0; i < r->units.n && i < r->jobs.job.n; i++) {
		struct extracted *u = &r->units.unit[i];
		if (!u->path && !u->error) {
			u->file = r->jobs.job.at[i].file;
			u->error = why;
			r->units.failed++;
			stat_add(STAT_units_failed, 1);
		}
	}
	return r->units.failed > failed;
}

/* In the child. */
static _Noreturn void report_part(struct run *r, const char *why)
{
	const char *phase = stat_running(), *units = "the run was stopped before";
	struct progress_count count = progress_count();
	bool extracting = !strcmp(phase, "capture") || !strcmp(phase, "extract");
	struct arena arena;

	arena_init(&arena, "part");
	r->arena = &arena;
	r->partial = r->stopped = true;
	progress_forget();
	if (count.total)
		warn("%s, in %s, %u of %u: what was found until then is reported", why, phase, count.done, count.total);
	else
		warn("%s, in %s: what was found until then is reported", why, phase);
	if (extracting && !r->opt->no_cache)
		note("what was compiled is kept: the next run continues from here");
	if (!extracting || !close_units(r, units)) /* units that are missing are told instead of phases */
		stat_add(STAT_gap_stopped, phases_left(r, phase));
	if (!r->ranked)
		run_rank(r);
	(void)report(r);
	if (r->opt->stats)
		stat_print(stderr, r->opt->stats == STATS_json);
	file_end_stdout();
	_exit(EXIT_PARTIAL);
}

static _Noreturn void stop(struct run *r, const char *why)
{
	double processor;
	int status = 0;
	pid_t pid;

	stop_hold(); /* for good: whoever finds something more waits until the process ends */
	processor = stat_processor();
	pid = fork();
	if (pid == 0) {
		stat_inherit(processor);
		report_part(r, why);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid || !WIFEXITED(status))
		_exit(EXIT_TROUBLE);
	_exit(WEXITSTATUS(status));
}

/* Why the run has to end now; NULL: it has not. */
static const char *is_over(const struct run *r, char *text, size_t size)
{
	if (told)
		return "asked to end (SIGTERM)";
	if (r->opt->seconds && stat_now() - r->began >= r->opt->seconds) {
		snprintf(text, size, "stopped after %u s (--seconds)", r->opt->seconds);
		return text;
	}
	if (r->opt->memory && stat_resident() >> 20 >= r->opt->memory) {
		snprintf(text, size, "stopped at %u MB (--memory)", r->opt->memory);
		return text;
	}
	return NULL;
}

static void *watch(void *run)
{
	struct run *r = run;
	const struct timespec tick = { .tv_nsec = TICK_MS * 1000000L };
	bool visible = opt_progress(r->opt, STDERR_FILENO);
	double said = stat_now();
	const char *why;
	char text[64];

	while (!reporting) {
		nanosleep(&tick, NULL);
		why = is_over(r, text, sizeof text);
		if (why && !reporting)
			stop(r, why);
		progress_tick();
		if (!visible && !r->opt->quiet && stat_now() - said > SILENCE_SECONDS) {
			progress_note(stat_running());
			said = stat_now();
		}
	}
	return NULL;
}

void stop_watch(struct run *r)
{
	struct sigaction term = { .sa_handler = on_term, .sa_flags = SA_RESTART };
	sigset_t all, old;
	pthread_t thread;

	owner = getpid();
	sigaction(SIGTERM, &term, NULL);
	sigfillset(&all); /* signals are for the thread that knows what to do with them */
	pthread_sigmask(SIG_SETMASK, &all, &old);
	if (pthread_create(&thread, NULL, watch, r) != 0)
		die("cannot start a thread");
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	pthread_detach(thread);
}

/* From here on the run reports all that it has found, however late it is. */
void stop_end(void)
{
	stop_hold();
	reporting = true;
	stop_release();
	signal(SIGTERM, SIG_DFL);
}
