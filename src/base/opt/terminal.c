/* What a terminal can do: colours, links, columns. Environment variables as others read them: no-color.org, CLICOLOR_FORCE,
 * COLUMNS. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/opt/opt.h"

static bool is_set(const char *variable)
{
	const char *value = getenv(variable);

	return value && *value;
}

/* CLICOLOR_FORCE=0 and FORCE_COLOR=0 are what some tools write for "no". */
static bool is_forced(const char *variable)
{
	return is_set(variable) && strcmp(getenv(variable), "0");
}

/* A terminal on which escape sequences mean something. Emacs gives a compilation one that shows them as text: there they would
 * become part of file names. */
static bool is_terminal(int fd)
{
	const char *term = getenv("TERM"), *emacs = getenv("INSIDE_EMACS");

	return term && strcmp(term, "dumb") && !(emacs && strstr(emacs, ",compile")) && isatty(fd);
}

bool opt_color(const struct options *opt, int fd)
{
	if (opt->color != COLOR_auto)
		return opt->color == COLOR_always;
	if (is_set("NO_COLOR"))
		return false;
	if (is_forced("CLICOLOR_FORCE") || is_forced("FORCE_COLOR"))
		return true;
	return is_terminal(fd);
}

bool opt_progress(const struct options *opt, int fd)
{
	return !opt->quiet && is_terminal(fd);
}

/* Terminals (of those that have a name) that are known to have links; others print the address, or worse. */
static bool has_links(void)
{
	static const char *const known[] = { "iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "Tabby", "rio" };
	const char *term = getenv("TERM"), *program = getenv("TERM_PROGRAM"), *vte = getenv("VTE_VERSION");

	if (!strcmp(term, "linux") || !strncmp(term, "screen", 6) || !strncmp(term, "tmux", 4))
		return false;
	if (is_set("KITTY_WINDOW_ID") || is_set("WT_SESSION") || is_set("KONSOLE_VERSION") || is_set("DOMTERM"))
		return true;
	if (!strcmp(term, "xterm-kitty") || !strncmp(term, "foot", 4) || !strncmp(term, "alacritty", 9) ||
	    !strcmp(term, "xterm-ghostty") || !strcmp(term, "wezterm"))
		return true;
	for (size_t i = 0; program && i < sizeof known / sizeof *known; i++)
		if (!strcmp(program, known[i]))
			return true;
	return vte && atoi(vte) >= 5000; /* 0.50, the first release that has them */
}

bool opt_links(const struct options *opt, int fd)
{
	if (opt->links != COLOR_auto)
		return opt->links == COLOR_always;
	return is_terminal(fd) && has_links();
}

uint32_t opt_width(int fd)
{
	const char *said = getenv("COLUMNS");
	struct winsize size;
	char *end;
	unsigned long n = said ? strtoul(said, &end, 10) : 0;

	if (n && isdigit((unsigned char)said[0]) && !*end)
		return n < 10000 ? (uint32_t)n : 0;
	return isatty(fd) && ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}
