#include "base/system/progress.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/stat.h"

enum { ETA_FROM = 25 }; /* of what is to be done, one part of so many is enough to estimate the rest */

/* What the line shows now; process-wide, because there is one terminal. */
static struct {
	_Atomic bool on, counts; /* counts: by progress_add, and somebody else draws */
	bool shown;
	const char *phase;
	_Atomic uint32_t total, done;
	char what[64];
	_Atomic double start;
	double drawn;
	pthread_mutex_t terminal; /* of drawing and wiping */
} line = { .terminal = PTHREAD_MUTEX_INITIALIZER };

static void put(const char *s, size_t n)
{
	if (write(STDERR_FILENO, s, n) < 0)
		line.on = false;
}

static void wipe(void)
{
	pthread_mutex_lock(&line.terminal);
	if (line.shown)
		put("\r\033[K", 4);
	line.shown = false;
	pthread_mutex_unlock(&line.terminal);
}

static int width(void)
{
	struct winsize w;

	return ioctl(STDERR_FILENO, TIOCGWINSZ, &w) == 0 && w.ws_col > 20 ? w.ws_col : 80;
}

/* "eta 0:40", if the rest takes as long as what is done; "": too little is done to tell. */
static const char *left(struct progress_count c, char *text, size_t size)
{
	int seconds = c.done ? (int)((stat_now() - line.start) / c.done * (c.total - c.done)) : 0;

	text[0] = 0;
	if ((uint64_t)c.done * ETA_FROM >= c.total)
		snprintf(text, size, "eta %d:%02d", seconds / 60, seconds % 60);
	return text;
}

static void draw(void)
{
	struct progress_count c = progress_count();
	char text[256], eta[32];
	int cells = width() - 1, n, bar = 20;
	int full = c.total ? (int)((uint64_t)c.done * (unsigned)bar / c.total) : 0;

	full = full > bar ? bar : full;
	n = snprintf(text, sizeof text, "\r%-8s [%.*s%*s] %u/%u  %s  %s", line.phase, full, "####################", bar - full, "",
		     c.done, c.total, left(c, eta, sizeof eta), line.what);
	if (n > (int)sizeof text - 1)
		n = sizeof text - 1;
	put(text, (size_t)(n > cells + 1 ? cells + 1 : n));
	put("\033[K", 3);
	line.shown = true;
	line.drawn = stat_now();
}

void progress_enable(bool on)
{
	line.on = on;
	if (on)
		diag_before = wipe;
}

void progress_start(const char *phase, uint32_t total)
{
	pthread_mutex_lock(&line.terminal);
	line.phase = phase;
	line.counts = false;
	line.done = 0;
	line.total = total;
	line.start = stat_now();
	line.drawn = 0;
	pthread_mutex_unlock(&line.terminal);
}

/* Draws, unless somebody has just done so and there is more to come. */
static void show(const char *what)
{
	size_t n = 0;

	pthread_mutex_lock(&line.terminal);
	if (stat_now() - line.drawn <= 0.1 && line.done != line.total) {
		pthread_mutex_unlock(&line.terminal);
		return;
	}
	for (; *what && n + 1 < sizeof line.what; what++)
		line.what[n++] = (unsigned char)*what < 0x20 || *what == 0x7f ? '?' : *what;
	line.what[n] = 0;
	draw();
	pthread_mutex_unlock(&line.terminal);
}

void progress_step(uint32_t done, const char *what)
{
	line.done = done;
	if (line.on)
		show(what);
}

void progress_tick(void)
{
	if (line.on && line.counts && line.total && line.done < line.total)
		show("");
}

void progress_add(uint32_t more)
{
	line.counts = true;
	line.done += more;
}

void progress_end(void)
{
	line.total = line.done = 0;
	wipe();
}

struct progress_count progress_count(void)
{
	return (struct progress_count){ line.done, line.total };
}

void progress_note(const char *phase)
{
	struct progress_count c = progress_count();
	char eta[32];

	if (c.total)
		note("%s: %u of %u%s%s", phase, c.done, c.total, left(c, eta, sizeof eta)[0] ? ", " : "", eta);
	else
		note("%s ...", phase);
}

void progress_forget(void)
{
	line.terminal = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER; /* whoever held it is not in this process */
	wipe();
	line.on = false;
}
