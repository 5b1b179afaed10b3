/* Two joins, each of one of two threads. Where one test chooses both times, both are over behind the second one; where two tests choose, one of them may be
 * joined by nobody. */
#include <pthread.h>
#include <stdio.h>

#include "snag_ask.h"

static int read_bytes, sent_bytes;

static void *reader(void *unused)
{
	read_bytes++; // RACE 1
	return unused;
}

static void *sender(void *unused)
{
	sent_bytes++; // RACE 2
	return unused;
}

static void after(void)
{
	printf("%d %d\n", read_bytes, sent_bytes); // RACE 1; RACE 2
}

int main(int argc, char **argv)
{
	pthread_t r, s;
	int first = argc > 1, second = argc > 2;

	(void)argv;
	pthread_create(&r, NULL, reader, NULL);
	pthread_create(&s, NULL, sender, NULL);
	pthread_join(first ? r : s, NULL);
	pthread_join(second ? s : r, NULL);
	after();
	snag_parallel(after, reader); // ANSWER: yes
	snag_parallel(after, sender); // ANSWER: yes
	return 0;
}
