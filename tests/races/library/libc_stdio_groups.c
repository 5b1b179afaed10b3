/* Lines are read, taken apart and printed in buffers that only the thread of the stream has. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>

#define BUFFER

static void note(char *to, size_t room, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(to, room, format, arguments); // NORACE
	va_end(arguments);
}

static int parse(FILE *f)
{
	BUFFER char *line;
	BUFFER size_t room;
	BUFFER char raw[128], stamp[32];
	BUFFER int number;
	BUFFER char *end;
	BUFFER struct stat status;
	BUFFER struct timeval when;
	BUFFER time_t now;
	BUFFER struct tm parts;

	line = NULL;
	room = 0;
	if (getdelim(&line, &room, '\n', f) < 0) // NORACE
		return -1;
	if (!fgets(raw, sizeof raw, f)) // NORACE
		return -1;
	if (fread(raw, 1, sizeof raw, f) < 4) // NORACE
		return -1;
	if (sscanf("a 1", "%*s %d", &number) != 1) // NORACE
		return -1;
	if (strtol("12 13", &end, 10) < number) // NORACE
		return -1;
	if (stat("/", &status)) // NORACE
		return -1;
	gettimeofday(&when, NULL); // NORACE
	time(&now); // NORACE
	localtime_r(&now, &parts); // NORACE
	strftime(stamp, sizeof stamp, "%F", &parts); // NORACE
	note(stamp, sizeof stamp, "%d", 3);
	free(line);
	return status.st_nlink > 0 && when.tv_sec > 0 && *end && stamp[0] ? 0 : -1; // NORACE
}

static void *reader(void *argument)
{
	FILE *f = fopen(argument, "r");

	if (!f)
		return NULL;
	while (parse(f) == 0)
		;
	fclose(f);
	return NULL;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, reader, "/etc/passwd");
	pthread_create(&two, NULL, reader, "/etc/group");
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
