/* SDL, issue 12457, fixed as in pull request 12459: the counter is atomic, and who has drawn too much gives it back. */
#include <stdatomic.h>

#define MOST_EVENTS 0x7fff

static atomic_int user_events;

unsigned register_events(int count)
{
	int first;

	if (count <= 0)
		return 0;
	first = atomic_fetch_add(&user_events, count);
	if (first + count > MOST_EVENTS) {
		atomic_fetch_sub(&user_events, count);
		return 0;
	}
	return 0x8000u + (unsigned)first;
}
