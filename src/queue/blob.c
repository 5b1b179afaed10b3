/* A value is one zstd frame that says how long its content is. What is packed and what is not is told by nothing else: a frame
 * that lies about its length does not unpack, and one that tells the truth is no longer than the reader allows. */
#include "blob.h"

#include <string.h>
#include <zstd.h>

enum { LEVEL = 3, AT_A_TIME = 256 };

const char *blob_key(struct arena *a, const struct key *k)
{
	return arena_format(a, "snag:blob:%s", k->hex);
}

void blob_put(struct redis *w, struct arena *a, const struct key *k, struct bytes content)
{
	size_t room = ZSTD_compressBound(content.len), len;
	char *packed = arena_alloc(a, room);
	struct bytes word[] = {
		redis_text("SET"), redis_text(blob_key(a, k)), { 0 }, redis_text("EX"), redis_text(BLOB_SECONDS)
	};
	struct redis_command c = { word, 5, 0 };
	redisReply *r;

	len = ZSTD_compress(packed, room, content.at, content.len, LEVEL);
	if (ZSTD_isError(len))
		die("cannot pack a file: %s", ZSTD_getErrorName(len));
	word[2] = (struct bytes){ packed, len };
	redis_many(w, &c, 1, NULL, &r);
	freeReplyObject(r);
}

static void keep_some(struct redis *w, struct arena *a, const struct key *const *k, uint32_t n, bool *there)
{
	struct bytes(*word)[3] = arena_array(a, n, sizeof *word);
	struct redis_command *c = arena_array(a, n, sizeof *c);
	redisReply **r = arena_array(a, n, sizeof *r);

	for (uint32_t i = 0; i < n; i++) {
		word[i][0] = redis_text("EXPIRE");
		word[i][1] = redis_text(blob_key(a, k[i]));
		word[i][2] = redis_text(BLOB_SECONDS);
		c[i] = (struct redis_command){ word[i], 3, 0 };
	}
	redis_many(w, c, n, NULL, r);
	for (uint32_t i = 0; i < n; i++) {
		there[i] = r[i]->type == REDIS_REPLY_INTEGER && r[i]->integer == 1;
		freeReplyObject(r[i]);
	}
}

void blob_keep(struct redis *w, struct arena *a, const struct key *const *k, uint32_t n, bool *there)
{
	for (uint32_t i = 0; i < n; i += AT_A_TIME)
		keep_some(w, a, k + i, n - i < AT_A_TIME ? n - i : AT_A_TIME, there + i);
}

static bool unpack(struct arena *a, const redisReply *r, const struct key *k, uint64_t most, struct bytes *out)
{
	unsigned long long len =
	    r->type == REDIS_REPLY_STRING ? ZSTD_getFrameContentSize(r->str, r->len) : ZSTD_CONTENTSIZE_ERROR;
	char *content;
	struct key is;

	if (len == ZSTD_CONTENTSIZE_ERROR || len == ZSTD_CONTENTSIZE_UNKNOWN || len > most)
		return false;
	content = arena_alloc(a, len + 1);
	if (ZSTD_decompress(content, len, r->str, r->len) != len)
		return false;
	content[len] = 0;
	*out = (struct bytes){ content, len };
	is = cache_hash(content, len);
	return !strcmp(is.hex, k->hex);
}

bool blob_get(struct redis *w, struct arena *a, const struct key *k, uint64_t most, struct bytes *out)
{
	redisReply *r = redis_ask_accepting(w, 0, "WRONGTYPE", (const char *const[]){ "GET", blob_key(a, k), NULL });
	bool ok = unpack(a, r, k, most, out);

	freeReplyObject(r);
	return ok;
}

void blob_drop(struct redis *w, struct arena *a, const struct key *k)
{
	REDIS_TELL(w, "UNLINK", blob_key(a, k));
}
