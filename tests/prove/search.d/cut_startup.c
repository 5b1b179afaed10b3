/* A constructor, or what a section of such functions names, runs before main, but not in the search: what it sets is not set. */
// search: race @late @work : not within: constructors and destructors that do not run
// search: --define SECTION=".init_array" race @late @work : not within: constructors and destructors that do not run
// search: --define SECTION=".preinit_array" race @late @work : not within: constructors and destructors that do not run
// search: --define SECTION=".fini_array" race @late @work : not within: constructors and destructors that do not run
// search: --define SECTION=".other" --switches 30 --seconds 60 race @late @work : not within: all schedules: the search is complete
#include <pthread.h>

static int mode, n;

#ifdef SECTION
static void begin(void)
{
	mode = 1;
}

__attribute__((section(SECTION), used)) static void (*entry)(void) = begin;
#else
__attribute__((constructor)) static void begin(void)
{
	mode = 1;
}
#endif

static void *work(void *x)
{
	if (mode)
		n++; // @work
	return x;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	n = 2; // @late
	return 0;
}
