/* As flag_started.c, but others have a hand in the flag: a constructor, functions outside that are handed its address, a table
 * of options, and another thread. So both ways are taken behind each. */
#include <getopt.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "snag_ask.h"

static int early, asked, read_in, chosen, late = 1;
static struct {
	int size, cached;
} options;
static const struct option table[] = { { "chosen", no_argument, &chosen, 1 }, { NULL, 0, NULL, 0 } };

static void work(void)
{
	puts("work");
}

static void *worker(void *argument)
{
	work();
	return argument;
}

static void *setter(void *argument)
{
	__atomic_store_n(&late, 0, __ATOMIC_SEQ_CST);
	return argument;
}

__attribute__((constructor)) static void prepare(void)
{
	early = 1;
}

static void beside_early(void)
{
	puts("early");
}

static void beside_asked(void)
{
	puts("asked");
}

static void beside_chosen(void)
{
	puts("chosen");
}

static void beside_cached(void)
{
	puts("cached");
}

static void beside_late(void)
{
	puts("late");
}

static void run(void (*beside)(void))
{
	pthread_t thread;

	pthread_create(&thread, NULL, worker, NULL);
	beside();
	pthread_join(thread, NULL);
}

int main(int argc, char **argv)
{
	pthread_t other;

	if (early)
		run(beside_early);
	asked = 0;
	if (sscanf(argc > 1 ? argv[1] : "1", "%d", &asked) == 1 && asked)
		run(beside_asked);
	while (getopt_long(argc, argv, "", table, NULL) == 0)
		continue;
	if (chosen)
		run(beside_chosen);
	memset(&options, argc > 2, sizeof options);
	if (options.cached)
		run(beside_cached);
	pthread_create(&other, NULL, setter, NULL);
	if (!__atomic_load_n(&late, __ATOMIC_SEQ_CST))
		run(beside_late);
	pthread_join(other, NULL);
	snag_parallel(beside_early, work); // ANSWER: yes
	snag_parallel(beside_asked, work); // ANSWER: yes
	snag_parallel(beside_chosen, work); // ANSWER: yes
	snag_parallel(beside_cached, work); // ANSWER: yes
	snag_parallel(beside_late, work); // ANSWER: yes
	return read_in;
}
