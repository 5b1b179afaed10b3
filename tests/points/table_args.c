/* A table of functions and their arguments: each function gets what stands beside it. Its broken twin is table_args_broken.c. */
#include "snag_ask.h"

struct call { void (*fn)(void *); void *arg; };
static int sum;
static int (*at_start)(void), (*at_end)(void);
static int begin(void) { return 1; }
static int end(void) { return 2; }
static void set_start(void *p) { at_start = (int (*)(void))p; }
static void set_end(void *p) { at_end = (int (*)(void))p; }
static const struct call calls[] = { { set_start, begin }, { set_end, end } };

int main(int argc, char **argv)
{
	for (int i = 0; i < 2; i++)
		calls[i].fn(calls[i].arg);
	if (at_start) {
		snag_calls(at_start); // ANSWER: begin
		sum += at_start();
	}
	if (at_end) {
		snag_calls(at_end); // ANSWER: end
		sum += at_end();
	}
	return sum + argc > 1000 || !argv[0];
}

/* dump-has points:main
   call by field { set_start, set_end }
   call by field { begin }
   call by field { end }
*/
