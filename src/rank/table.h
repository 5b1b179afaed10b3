/* table: the rows of table4.def as an array, for the files of rank only. */
#ifndef RANK_TABLE_H
#define RANK_TABLE_H

#include "rank/rank.h"

enum { POINTS_MOST = 1000000, VALUE_MOST = 1000 };

struct criterion {
	const char *name;
	uint8_t fact;
	const char *test; /* "<", "<=", "==", ">=", ">" */
	int32_t number, points;
	bool each;
	const char *says;
};

enum {
#define RANK(name, fact, test, number, points, how, says) +1
	ROWS = 0
#include "rank/table4.def"
#undef RANK
};

extern const struct criterion rank_table[ROWS];

struct rank_weights {
	int32_t points[ROWS];
};

/* How often each row counts for a finding. */
void rank_times(const struct finding *, int32_t times[ROWS]);

#endif
