/* librdkafka, pull request 5367, fixed as there: the count is the thread's own, too. */
#include <stdio.h>

struct fetch_pos {
	long offset;
	int leader_epoch;
};

const char *fetch_pos2str(struct fetch_pos p)
{
	static _Thread_local char ret[2][64];
	static _Thread_local int idx;

	idx = (idx + 1) % 2;
	snprintf(ret[idx], sizeof(ret[idx]), "offset %ld (leader epoch %d)", p.offset, p.leader_epoch);
	return ret[idx];
}
