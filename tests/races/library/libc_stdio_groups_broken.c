/* As libc_stdio_groups.c, but all streams share one set of buffers. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>

#define BUFFER static

static void note(char *to, size_t room, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(to, room, format, arguments); // RACE 11
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

	if (getdelim(&line, &room, '\n', f) < 0) // RACE 1; RACE 2
		return -1;
	if (!fgets(raw, sizeof raw, f)) // RACE 3
		return -1;
	if (fread(raw, 1, sizeof raw, f) < 4) // RACE 3
		return -1;
	if (sscanf("a 1", "%*s %d", &number) != 1) // RACE 4
		return -1;
	if (strtol("12 13", &end, 10) < number) // RACE 4; RACE 5
		return -1;
	if (stat("/", &status)) // RACE 6; RACE 10
		return -1;
	gettimeofday(&when, NULL); // RACE 7
	time(&now); // RACE 8
	localtime_r(&now, &parts); // RACE 8; RACE 9
	strftime(stamp, sizeof stamp, "%F", &parts); // RACE 9; RACE 11
	note(stamp, sizeof stamp, "%d", 3);
	return status.st_nlink > 0 && when.tv_sec > 0 && *end && stamp[0] ? 0 : -1; // RACE 5; RACE 6; RACE 7; RACE 11
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
