/* Functions handed to functions outside of which nothing is known (an event loop's, a library's own sort): they may be called, with what was handed over as
 * `void *` beside them. One that is only stored, or a null pointer, is not handed to anybody; nor is one that is handed over as a pointer to something
 * constant, to be looked up (dladdr). */
#include <stdlib.h>
#include "snag_ask.h"

struct event { int n; };
typedef void on_event(int, short, void *);
void watch_set(struct event *, int, on_event *, void *);
void sort_all(int *, int, int (*)(const int *, const int *), void (*)(void));
void set_option(int, ...);
typedef const void *address;
int find_name(address, char *);
void keep_pointer(void *);

struct conn { struct event event; int (*read)(struct conn *); };
static int read_tcp(struct conn *c) { return c->event.n; }
static int read_udp(struct conn *c) { return -c->event.n; }
static struct conn tcp = { { 0 }, read_tcp }, udp = { { 0 }, read_udp };
static struct conn *idle = &udp;

static void handle(int fd, short what, void *arg)
{
	struct conn *c = arg;

	snag_calls(c->read); // ANSWER: read_tcp
	(void)(c->read(c) + fd + what);
}

static int by_value(const int *a, const int *b) { return *a - *b; }
static size_t write_out(char *p, size_t n) { return p ? n : 0; }
static void never(void) { }
static void named(void) { }
static void kept(void) { }
static void (*stored)(void) = never;

int main(void)
{
	int v[2] = { 2, 1 };

	watch_set(&tcp.event, 1, handle, &tcp);
	sort_all(v, 2, by_value, 0);
	set_option(3, write_out);
	find_name(named, 0);
	keep_pointer(kept);
	return idle == &tcp && stored != never;
}

/* dump-has points:main
   callback by name { handle }
   callback by name { by_value }
   callback by name { write_out }
   callback by name { kept }
*/
/* dump-lacks points:main
   by name { named }
*/
/* dump-has points:handle
   { tcp }
*/
/* dump-lacks points:handle
   udp
*/
/* dump-has callgraph:main
   callback handle by direct
*/
// STATS: gap_callback == 4
