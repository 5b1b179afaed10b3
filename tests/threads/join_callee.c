/* Services are started and stopped by functions; the handle of one is in its struct, the handle of the other is returned. What
 * runs after service_stop, or after wait_for, runs after the thread. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "snag_ask.h"

struct service {
	const char *name;
	pthread_t thread;
	long handled;
};

static long scanned;

static void handle(struct service *s)
{
	s->handled++;
}

static void *service_main(void *argument)
{
	struct service *s = argument;

	for (int i = 0; i < 10; i++)
		handle(s);
	return NULL;
}

static int service_start(struct service *s)
{
	return pthread_create(&s->thread, NULL, service_main, s);
}

static void service_stop(struct service *s)
{
	pthread_join(s->thread, NULL);
}

static void scan(void)
{
	scanned++;
}

static void *scanner_main(void *argument)
{
	scan();
	return argument;
}

static pthread_t scanner_start(void)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, scanner_main, NULL) != 0)
		exit(1);
	return thread;
}

static void wait_for(pthread_t thread)
{
	pthread_join(thread, NULL);
}

static void report_service(const struct service *s)
{
	printf("%s %ld\n", s->name, s->handled);
}

static void report_scan(void)
{
	printf("%ld\n", scanned);
}

int main(void)
{
	static struct service mail = { .name = "mail" };
	pthread_t scanner;

	if (service_start(&mail) != 0)
		return 1;
	scanner = scanner_start();
	service_stop(&mail);
	report_service(&mail);
	snag_parallel(report_service, handle); // ANSWER: no: joined
	snag_parallel(report_service, scan); // ANSWER: yes
	snag_parallel(handle, scan); // ANSWER: yes
	snag_whose(&mail.handled); // ANSWER: gone
	wait_for(scanner);
	report_scan();
	snag_parallel(report_scan, scan); // ANSWER: no: joined
	snag_parallel(report_scan, handle); // ANSWER: no: joined
	return 0;
}
