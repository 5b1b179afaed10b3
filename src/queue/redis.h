/* redis: one connection to a Redis server, whose answers are not trusted.
 *
 * hiredis writes commands and reads answers; bytes come and go here, plain or through TLS, so that nothing waits for ever and
 * no answer is larger than limits.def allows. A connection that is lost, or a server that is still loading its file, is tried
 * again until it has been away for `patience`. All commands that we send may be sent twice.
 *
 * What cannot get better by waiting ends the process with one line: a wrong password, a full server, a certificate that does
 * not check, an answer that is none. */
#ifndef QUEUE_REDIS_H
#define QUEUE_REDIS_H

#include <hiredis/hiredis.h>

#include "base/diag.h"
#include "base/system/file.h"

struct redis_options {
	const char *url;	     /* redis://[USER@]HOST[:PORT][/DB], rediss:// for TLS, unix:///PATH */
	const char *password_file;   /* NULL: SNAG_QUEUE_PASSWORD, if that is set */
	const char *ca, *cert, *key; /* files for TLS; NULL: those of the system; none; none */
	uint32_t patience;	     /* seconds */
};

struct redis; /* lives in the arena that it was made in, as long as that */

/* Trouble: the URL is none, or a file cannot be read. Does not connect: the first command does. */
CHECKED bool redis_make(struct arena *, const struct redis_options *, struct redis **, struct trouble *);
void redis_close(struct redis *);
const char *redis_name(const struct redis *); /* for messages; holds no password */

struct redis_command {
	const struct bytes *word;
	uint32_t n;
	double wait; /* how long the server may take on purpose (BLOCK), in seconds */
};

/* All of them in one go, and their answers, in their order, each the caller's (freeReplyObject). An answer that is an error ends
 * the process, but for those that begin with `accepted` (NULL: none). */
void redis_many(struct redis *, const struct redis_command *, uint32_t n, const char *accepted, redisReply **answer);
/* One, of words that end with NULL. */
redisReply *redis_ask(struct redis *, const char *const *words) CHECKED;
#define REDIS_ASK(redis, ...) redis_ask((redis), (const char *const[]){ __VA_ARGS__, NULL })
redisReply *redis_ask_accepting(struct redis *, double wait, const char *accepted, const char *const *words) CHECKED;
/* The same, and the answer does not matter. */
#define REDIS_TELL(redis, ...) freeReplyObject(REDIS_ASK(redis, __VA_ARGS__))

static inline struct bytes redis_text(const char *s)
{
	return (struct bytes){ s, __builtin_strlen(s) };
}

#endif
