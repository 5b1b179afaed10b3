/* libsir, issue 98, as mended: who logs takes the mutex for the copy. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define LEVELS 8

static pthread_mutex_t styles_mutex = PTHREAD_MUTEX_INITIALIZER;
static char styles[LEVELS][24];

int set_style(unsigned level, int attribute, int colour)
{
	if (level >= LEVELS)
		return 0;
	pthread_mutex_lock(&styles_mutex);
	snprintf(styles[level], sizeof(styles[level]), "\x1b[%d;%dm", attribute, colour);
	pthread_mutex_unlock(&styles_mutex);
	return 1;
}

int log_line(unsigned level, const char *text)
{
	char line[256];

	if (level >= LEVELS)
		return 0;
	pthread_mutex_lock(&styles_mutex);
	strncpy(line, styles[level], sizeof(styles[level]));
	pthread_mutex_unlock(&styles_mutex);
	line[sizeof(styles[level]) - 1] = 0;
	strncat(line, text, sizeof(line) - strlen(line) - 1);
	return puts(line) >= 0;
}
