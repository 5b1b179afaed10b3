/* As join_callee.c, but there are two services of one kind, and the one that is stopped is not the one that is reported on; and
 * wait_for gives up when told so. */
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
	s->handled++; // RACE 1
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
	scanned++; // RACE 2
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

static void wait_for(pthread_t thread, int patient)
{
	if (patient)
		pthread_join(thread, NULL);
}

static void report_service(const struct service *s)
{
	printf("%s %ld\n", s->name, s->handled); // RACE 1
}

static void report_scan(void)
{
	printf("%ld\n", scanned); // RACE 2
}

int main(void)
{
	static struct service mail = { .name = "mail" }, news = { .name = "news" };
	pthread_t scanner;

	if (service_start(&mail) != 0 || service_start(&news) != 0)
		return 1;
	scanner = scanner_start();
	service_stop(&news);
	report_service(&mail);
	snag_parallel(report_service, handle); // ANSWER: yes
	snag_parallel(report_service, scan); // ANSWER: yes
	snag_parallel(handle, scan); // ANSWER: yes
	snag_whose(&mail.handled); // ANSWER: shared
	wait_for(scanner, mail.handled > 5); // RACE 1
	report_scan();
	snag_parallel(report_scan, scan); // ANSWER: yes
	service_stop(&mail);
	return 0;
}
