#include "base/system/progress.h"

#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/stat.h"

/* What the line shows now; process-wide, because there is one terminal. */
static struct {
	bool on, shown;
	const char *phase;
	uint32_t total, done;
	char what[64];
	double start, drawn;
} line;

static void put(const char *s, size_t n)
{
	if (write(STDERR_FILENO, s, n) < 0)
		line.on = false;
}

static void wipe(void)
{
	if (line.shown)
		put("\r\033[K", 4);
	line.shown = false;
}

static int width(void)
{
	struct winsize w;

	return ioctl(STDERR_FILENO, TIOCGWINSZ, &w) == 0 && w.ws_col > 20 ? w.ws_col : 80;
}

static void draw(void)
{
	char text[256];
	double spent = stat_now() - line.start;
	int left = line.done ? (int)(spent / line.done * (line.total - line.done)) : 0, cells = width() - 1, n, bar = 20;
	int full = line.total ? (int)((uint64_t)line.done * (unsigned)bar / line.total) : 0;

	n = snprintf(text, sizeof text, "\r%-8s [%.*s%*s] %u/%u  eta %d:%02d  %s", line.phase, full, "####################",
		     bar - full, "", line.done, line.total, left / 60, left % 60, line.what);
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
	line.phase = phase;
	line.total = total;
	line.done = 0;
	line.what[0] = 0;
	line.start = stat_now();
	line.drawn = 0;
}

void progress_step(uint32_t done, const char *what)
{
	size_t n = 0;

	line.done = done;
	for (; *what && n + 1 < sizeof line.what; what++)
		line.what[n++] = (unsigned char)*what < 0x20 || *what == 0x7f ? '?' : *what;
	line.what[n] = 0;
	if (line.on && (stat_now() - line.drawn > 0.1 || done == line.total))
		draw();
}

void progress_end(void)
{
	wipe();
}
