/* Calls that reach nothing: the pointer is null, or a number; the function is never called; nobody sets the member. And calls of which nothing is known, since
 * somebody outside may set the member, or gives the pointer. */
#include <signal.h>

struct callbacks { void (*done)(int); void (*failed)(int); };
struct device { long n; void (*reset)(int); };
struct device *device_open(void);

static struct callbacks callbacks;

static void on_done(int n) { (void)n; }
static void report(int n) { if (callbacks.failed) callbacks.failed(n); }
static void finish(int n) { if (callbacks.done) callbacks.done(n); }
void never(void (*fn)(int)) { fn(1); }
static void quiet(void) { signal(SIGUSR1, SIG_IGN); }
static void reset(struct device *d) { if (d->reset) d->reset(1); }
void (*handler_of(int))(int);
int symbol(const char *name, void **to);
static void loaded(void)
{
	void *fn = 0;

	if (!symbol("start", &fn) && fn)
		((void (*)(int))fn)(1);
}
static void handle(int n) { void (*fn)(int) = handler_of(n); fn(n); }

int main(int argc, char **argv)
{
	callbacks.done = on_done;
	quiet();
	finish(argc);
	report(argc);
	reset(device_open());
	handle(argc);
	loaded();
	return !argv[0];
}

/* dump-has points:report
   call by nothing {}
*/
/* dump-has points:finish
   call by field { on_done }
*/
/* dump-has points:never
   call by nothing {}
*/
/* dump-has points:quiet
   handler by nothing {}
*/
/* dump-has points:reset
   call by none {}
*/
/* dump-has points:loaded
   call by none {}
*/
/* dump-has points:handle
   call by none {}
*/
// STATS: sites_empty == 3
// STATS: sites_none == 3
// STATS: gap_call == 3
