/* cache: where the unit of a job is, if it is there (cache.c). Only the process that schedules uses it. */
#ifndef EXTRACT_CACHE_H
#define EXTRACT_CACHE_H

#include <time.h>

#include "base/store/intern.h"
#include "extract.h"

enum { KEY_HEX = 64 };

struct key {
	char hex[KEY_HEX + 1];
};

struct cache {
	struct arena *arena;
	char *name; /* room for one path */
	size_t room;
	const char *dir;
	const char *identity; /* versions of everything that makes the result */
	const char *root;     /* where this run is: the tree that another machine may have elsewhere; NULL: it cannot be told */
	struct intern path;   /* files looked at in this run */
	VEC(struct extract_seen) seen; /* by path id */
};

void cache_init(struct cache *, struct arena *, const char *dir, const char *identity);
struct key cache_command(struct cache *, const struct job *);
/* The IR file of a job whose inputs have not changed; NULL: extract it. Does not look into the file. */
const char *cache_find(struct cache *, const struct job *, struct key command);
/* A file that a job reads, as it was when this run first looked at it. */
struct file_seen {
	struct key content;
	uint64_t size, device, inode;
};
CHECKED bool cache_look(struct cache *, const struct job *, const char *path, struct file_seen *); /* false: it cannot be read */
struct key cache_hash(const void *, size_t len); /* what file_seen.content is made by */

/* Have all these files been since before `start` what cache_look says? */
bool cache_is_certain(struct cache *, const struct job *, struct bytes deps, struct timespec start);

/* Where the unit is to be written, now that it is known what it read (paths with a 0 behind each, relative to the job's
 * directory). A file that changed since `start` makes the unit one-time: its path is made from the command alone, and no list of
 * files is kept. */
CHECKED bool cache_place(struct cache *, const struct job *, struct key command, struct bytes deps, struct timespec start,
                         const char **path, struct trouble *);

#endif
