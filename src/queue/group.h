/* group: those whose units are the same, byte for byte: of one snag and one clang, which looks for headers in the same places. */
#ifndef QUEUE_GROUP_H
#define QUEUE_GROUP_H

#include "base/limit.h"
#include "redis.h"

/* A task is taken over when its worker has been silent for LIMIT_queue_silence; a worker speaks this often. */
static inline double group_beat(void)
{
	return limit(LIMIT_queue_silence) / 6.0;
}
#define RUN_SECONDS "60" /* a coordinator that has been silent for so long is no more */
#define GROUP_NAME "workers"

struct queue_group {
	const char *clang, *identity; /* compiler.h */
	const char *tasks;	      /* key of the stream */
};

/* `cache` as of compiler_find. */
CHECKED bool group_find(struct arena *, const char *cache, struct queue_group *, struct trouble *);
void group_make(struct redis *, const struct queue_group *); /* the stream and its group, if they are not there */

#endif
