/* Calls as in the sample of doc/field-notes.md through pointers that are values: a parameter handed down (redis' crc tables), the
 * callback of a walk with several callers (dictScan), a variable with a default and a setter (zmalloc_oom_handler), a member that one function sets or
 * clears (haproxy's do_log), a table behind a function (h1s_sc), a function outside (pcre2_match). */
#include <stdlib.h>
#include <string.h>
#include "snag_ask.h"

static unsigned crc(unsigned v) { return v * 31; }

static void init_little(unsigned (*fn)(unsigned), unsigned *table)
{
	for (unsigned i = 0; i < 4; i++) {
		snag_calls(fn); // ANSWER: crc by context
		table[i] = fn(i);
	}
}

static void init_native(unsigned (*fn)(unsigned), unsigned *table) { init_little(fn, table); }

static void scan(const int *v, int n, void (*fn)(void *, int), void (*bucket)(int), void *data)
{
	for (int i = 0; i < n; i++) {
		snag_calls(bucket); // ANSWER: by none
		if (bucket)
			bucket(i);
		snag_calls(fn); // ANSWER: add count by context
		fn(data, v[i]);
	}
}
static void add(void *to, int n) { *(int *)to += n; }
static void count(void *to, int n) { *(int *)to += n > 0; }

static void die(size_t n) { exit(n != 0); }
static void report(size_t n) { exit(n == 0); }
static void (*no_memory)(size_t) = die;
static void set_no_memory(void (*handler)(size_t)) { no_memory = handler; }

static void *get(size_t n)
{
	void *p = malloc(n);
	if (!p) {
		snag_calls(no_memory); // ANSWER: die report
		no_memory(n);
	}
	return p;
}

struct ops { void (*wake)(int *); };
static void wake_stream(int *n) { ++*n; }
static void wake_check(int *n) { --*n; }
static const struct ops stream_ops = { wake_stream }, check_ops = { wake_check };
struct connector { const struct ops *ops; int n; };
struct stream { struct connector *sc; void (*log)(struct stream *); };
static struct connector *sc_of(const struct stream *s) { return s->sc; }
static void log_stream(struct stream *s) { s->sc->n = 0; }

static struct stream *stream_new(const struct ops *ops, int logs)
{
	struct stream *s = get(sizeof *s);
	s->sc = get(sizeof *s->sc);
	*s->sc = (struct connector){ ops, 0 };
	s->log = logs ? log_stream : 0;
	return s;
}

static void stream_end(struct stream *s)
{
	snag_calls(sc_of(s)->ops->wake); // ANSWER: wake_check wake_stream by context
	sc_of(s)->ops->wake(&sc_of(s)->n);
	snag_calls(s->log); // ANSWER: log_stream by context
	if (s->log)
		s->log(s);
}

struct pattern { size_t (*match)(const char *, const char *); };

int main(int argc, char **argv)
{
	unsigned table[4];
	int v[3] = { 1, 2, 3 }, sum = 0;
	struct pattern *p = get(sizeof *p);

	init_native(crc, table);
	scan(v, 3, add, 0, &sum);
	scan(v, 3, count, 0, &sum);
	if (argc > 5)
		set_no_memory(report);
	stream_end(stream_new(argc > 1 ? &stream_ops : &check_ops, argc > 2));
	p->match = strcspn;
	snag_calls(p->match); // ANSWER: strcspn
	return p->match(argv[0], "/") > 1000 || sum < 0;
}

/* dump-has points:init_little
   call by field { crc }
*/
/* dump-has points:scan
   call by nothing {}
   call by field { add, count }
*/
/* dump-has points:get
   call by field { report, die }
*/
/* dump-has points:stream_end
   call by field { wake_stream, wake_check }
   call by field { log_stream }
*/
/* dump-has points:main
   call by field { strcspn }
*/
