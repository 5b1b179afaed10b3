/* depot: a little server of keys and values. A pool of workers answers requests; a janitor throws away what is old; every change
 * goes to a journal.
 *
 *     main.c     starts the threads and hands out requests
 *     pool.c     the queue between main and the workers
 *     store.c    keys and values
 *     journal.c  changes, in the order in which they happened
 *     stats.c    what has been done so far
 *
 * It works, most of the time. `make demo` shows what is wrong with it. */
#ifndef DEPOT_H
#define DEPOT_H

#include <stdbool.h>

struct request {
	bool put;
	int key, value;
};

/* pool.c */
void pool_submit(struct request);
bool pool_take(struct request *); /* false: the server is stopping */
void pool_stop(void);

/* store.c */
extern struct settings {
	int oldest; /* entries that were not used for so many requests go */
} settings;
void store_put(int key, int value);
bool store_get(int key, int *value);
void store_sweep(void);
int store_count(void);

/* journal.c */
void journal_write(int key, int value);
void journal_compact(void);

/* stats.c */
void stats_count(void);
void stats_print(void);

#endif
