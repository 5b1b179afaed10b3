/* queue: units are compiled by workers on other machines, through a Redis server.
 *
 * needs   jobs, a cache, a server; the same clang-19, and a snag that makes the same units, on every machine
 * gives   units in the cache, the same bytes as a worker process here would have written
 * misses  nothing: a unit that nobody has made, or not well, is compiled by extract as if there were no queue
 *
 * The coordinator (fill.c) asks clang which files each unit reads, and hands out the unit with the content of those files. A
 * worker (serve.c) compiles it with these files and no others, and sends the unit back. Everything that is handed over has the
 * hash of its bytes for a name. So a task that is done twice gives one result, a coordinator that is started again finds what
 * has been done, and who reads something sees whether it is what was asked for.
 *
 *     snag:GROUP:tasks    stream with the group `workers`; an entry names a task and a run      GROUP: who makes the same units
 *     snag:blob:HASH      tasks, sources, results                                               blob.h
 *     snag:done:HASH      of a task: the hash of its result
 *     snag:run:RUN        the run is alive; tasks of a run that is not are dropped
 *
 * Nobody is told that a result is there: the coordinator asks. A task whose worker has not been heard of for a while is
 * taken over by another worker; one that nobody knows of any more is handed out again.
 *
 * A worker can lie: a unit that is well formed and belongs to the task is believed, as a file in a cache on a shared disk is.
 * Who may use the server decides what the findings are. doc/cluster.md, doc/decisions/cluster.md */
#ifndef QUEUE_QUEUE_H
#define QUEUE_QUEUE_H

#include "capture/capture.h"
#include "redis.h"

struct queue_options {
	struct redis_options redis;
	const char *cache; /* of the coordinator */
	uint32_t workers;  /* processes at a time: scans of the coordinator, compilations of a worker */
	const char *trace; /* a file for what each unit cost; NULL: none */
};

struct queue_filled {
	uint32_t units, rubbish; /* that workers have made; results that were thrown away */
};

/* Puts into the cache what workers can make of these jobs. Dies, as redis.h says, where the server cannot be used. */
CHECKED bool queue_fill(struct arena *, const struct jobs *, const struct queue_options *, struct queue_filled *,
			struct trouble *);

/* Works until SIGTERM or SIGINT; the exit status. */
int queue_serve(struct arena *, const struct queue_options *);

#endif
