/* blob: values in Redis that are named by their hash. The same bytes are there once, whoever put them; whoever reads one hashes
 * it. They are packed, and go away by themselves an hour after somebody last used them. */
#ifndef QUEUE_BLOB_H
#define QUEUE_BLOB_H

#include "extract/cache.h"
#include "redis.h"

#define BLOB_SECONDS "3600"

const char *blob_key(struct arena *, const struct key *);
/* Puts it there. */
void blob_put(struct redis *, struct arena *, const struct key *, struct bytes content);
/* For each: is it there, and now stays for another hour? */
void blob_keep(struct redis *, struct arena *, const struct key *const *, uint32_t n, bool *there);
/* With a 0 behind, in the arena. False: it is not there, larger than `most`, or not what its name says. */
CHECKED bool blob_get(struct redis *, struct arena *, const struct key *, uint64_t most, struct bytes *);
void blob_drop(struct redis *, struct arena *, const struct key *);

#endif
