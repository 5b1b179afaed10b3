/* librdkafka, pull request 5367: positions are printed into one of a few buffers of the thread's own, taken in turn; whose turn it is is counted in a
 * static variable that all threads share. */
#include <stdio.h>

struct fetch_pos {
	long offset;
	int leader_epoch;
};

const char *fetch_pos2str(struct fetch_pos p)
{
	static _Thread_local char ret[2][64];
	static int idx;

	idx = (idx + 1) % 2; // RACE
	snprintf(ret[idx], sizeof(ret[idx]), "offset %ld (leader epoch %d)", p.offset, p.leader_epoch);
	return ret[idx];
}
