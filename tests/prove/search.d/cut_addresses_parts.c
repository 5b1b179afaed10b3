/* An address, or the id of a thread, may be any number: who looks at a part of it, compares it with a number, or with what lay there
 * before, may see anything. */
// search: --define CASE=0 --switches 30 race @read @other : not within: one address for each object (look)
// search: --define CASE=1 --switches 30 race @read @other : not within: one address for each object (look)
// search: --define CASE=2 --switches 30 race @read @other : not within: one address for each object (look)
// search: --define CASE=3 --switches 30 race @read @other : not within: one address for each object (look)
// search: --define CASE=6 --switches 30 race @read @other : not within: one address for each object (look)
// search: --define CASE=7 --switches 30 race @read @other : not within: one address for each object (look)
// search: --define CASE=4 --switches 30 --seconds 60 race @read @other : not within: all schedules: the search is complete
// search: --define CASE=5 --switches 30 --seconds 60 race @read @other : not within: all schedules: the search is complete
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static int shared, *pointer = &shared;
static pthread_t id;
static int two[2] = { 5, 3 };

static int look(void)
{
	unsigned char byte[sizeof pointer + 1];
	char text[32];

	switch (CASE) {
	case 0: return *(unsigned char *)&pointer == 0x24;
	case 1: memcpy(byte + 1, &pointer, sizeof pointer); return byte[2] == 0x7f;
	case 2: return (uintptr_t)pointer == 0x601040;
	case 3: return (uintptr_t)id % 8 == 5;
	case 6: snprintf(text, sizeof text, "%lu", (unsigned long)id); return text[0] == 'x';
	case 7:
		switch ((uintptr_t)id) {
		case 0x7fff0000: return 1;
		default: return 0;
		}
	case 4: return two[0] == 3; /* no address, though the two could be one */
	default: return !pointer || (uintptr_t)pointer == UINTPTR_MAX || !id;
	}
}

static void *idle(void *unused)
{
	return unused;
}

static void *work(void *unused)
{
	if (look())
		shared = 1; // @read
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&id, 0, idle, 0);
	pthread_create(&t, 0, work, 0);
	shared = 2; // @other
	return 0;
}
