/* SDL, issue 12457: numbers for events of the user are drawn from a plain counter, by any thread. */
#define USER_EVENT 0x8000u
#define LAST_EVENT 0xffffu

static unsigned user_events = USER_EVENT;

unsigned register_events(int count)
{
	unsigned first = 0;

	if (count > 0 && user_events + (unsigned)count <= LAST_EVENT) { // RACE 1
		first = user_events;
		user_events += (unsigned)count; // RACE 1
	}
	return first;
}
