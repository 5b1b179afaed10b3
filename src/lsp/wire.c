#include "lsp/wire.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/limit.h"

enum { CHUNK = 65536, HEADER_MOST = 8192, OUT_MOST = 1 << 26 };

static void *room(void *at, size_t *have, size_t want)
{
	if (want <= *have)
		return at;
	*have = want > *have * 2 ? want : *have * 2;
	at = realloc(at, *have);
	if (!at)
		die("out of memory");
	return at;
}

/* ---- in ---- */

bool wire_may_read(const struct wire *w)
{
	return w->nout - w->done < OUT_MOST;
}

bool wire_read(struct wire *w, int fd)
{
	ssize_t got;

	w->in = room(w->in, &w->inroom, w->nin + CHUNK);
	do
		got = read(fd, w->in + w->nin, CHUNK);
	while (got < 0 && errno == EINTR);
	if (got > 0)
		w->nin += (size_t)got;
	return got > 0 || (got < 0 && errno == EAGAIN);
}

/* One line of a header, without its end; moves on behind it. False: it is not whole yet. */
static bool header_line(const struct wire *w, size_t *at, const char **line, size_t *len)
{
	const char *end = memchr(w->in + *at, '\n', w->nin - *at);

	if (!end)
		return false;
	*line = w->in + *at;
	*len = (size_t)(end - *line);
	*at += *len + 1;
	if (*len && (*line)[*len - 1] == '\r')
		--*len;
	return true;
}

static bool is_field(const char *line, size_t len, const char *name)
{
	return len > strlen(name) && !strncasecmp(line, name, strlen(name)) && line[strlen(name)] == ':';
}

static size_t length_of(const char *line, size_t len)
{
	size_t n = 0, i = strlen("Content-Length") + 1;

	while (i < len && (line[i] == ' ' || line[i] == '\t'))
		i++;
	if (i == len)
		die("standard input: a message has no length behind Content-Length");
	for (; i < len && line[i] >= '0' && line[i] <= '9'; i++) {
		n = n * 10 + (size_t)(line[i] - '0');
		if (limit_over(LIMIT_lsp_message, n))
			die("standard input: a message is longer than %u bytes", limit(LIMIT_lsp_message));
	}
	while (i < len && (line[i] == ' ' || line[i] == '\t'))
		i++;
	if (i < len)
		die("standard input: the length of a message is not a number; is this a client of the language server protocol?");
	return n;
}

/* Where the body begins, and its length; false: the header is not whole yet. */
static bool read_header(const struct wire *w, size_t *body, size_t *len)
{
	bool has = false;
	const char *line;
	size_t n;

	for (*body = 0; header_line(w, body, &line, &n);) {
		if (*body > HEADER_MOST)
			die("standard input: the header of a message is longer than %d bytes", HEADER_MOST);
		if (!n && has)
			return true;
		if (!n)
			die("standard input: a message without Content-Length");
		if (is_field(line, n, "Content-Length")) {
			*len = length_of(line, n);
			has = true;
		} else if (!memchr(line, ':', n)) {
			die("standard input: this is no header of a message; snag lsp is started by editors (doc/editors.md)");
		}
	}
	if (w->nin > HEADER_MOST)
		die("standard input: the header of a message is longer than %d bytes", HEADER_MOST);
	return false;
}

bool wire_next(struct wire *w, const char **body, size_t *len)
{
	size_t at;

	if (!w->nin || !read_header(w, &at, len) || w->nin - at < *len)
		return false;
	memmove(w->in, w->in + at, w->nin - at);
	w->nin -= at;
	*body = w->in;
	return true;
}

void wire_drop(struct wire *w, size_t len)
{
	memmove(w->in, w->in + len, w->nin - len);
	w->nin -= len;
}

/* ---- out ---- */

bool wire_has_output(const struct wire *w)
{
	return w->done < w->nout;
}

void wire_write(struct wire *w, int fd)
{
	size_t n = w->nout - w->done;
	ssize_t put = write(fd, w->out + w->done, n < PIPE_BUF ? n : PIPE_BUF);

	if (put > 0)
		w->done += (size_t)put;
	else if (put < 0 && errno != EINTR && errno != EAGAIN)
		w->closed = true;
	if (w->done == w->nout || w->closed)
		w->done = w->nout = 0;
}

void wire_flush(struct wire *w, int fd, int seconds)
{
	struct pollfd p = { .fd = fd, .events = POLLOUT };

	while (wire_has_output(w) && poll(&p, 1, seconds * 1000) > 0)
		wire_write(w, fd);
}

static void append(struct wire *w, const char *bytes, size_t n)
{
	w->out = room(w->out, &w->outroom, w->nout + n);
	memcpy(w->out + w->nout, bytes, n);
	w->nout += n;
}

void wire_send(struct wire *w, json_t *message)
{
	char *text = message ? json_dumps(message, JSON_COMPACT) : NULL;
	char header[64];
	int n;

	if (!text)
		die("out of memory");
	if (!w->closed) {
		if (w->done) {
			memmove(w->out, w->out + w->done, w->nout - w->done);
			w->nout -= w->done;
			w->done = 0;
		}
		n = snprintf(header, sizeof header, "Content-Length: %zu\r\n\r\n", strlen(text));
		append(w, header, (size_t)n);
		append(w, text, strlen(text));
	}
	free(text);
	json_decref(message);
}

static json_t *or_null(json_t *x)
{
	return x ? x : json_null();
}

void wire_reply(struct wire *w, json_t *id, json_t *result)
{
	wire_send(w, json_pack("{s:s, s:o, s:o}", "jsonrpc", "2.0", "id", or_null(id), "result", or_null(result)));
}

void wire_refuse(struct wire *w, json_t *id, enum wire_error code, const char *why)
{
	wire_send(w, json_pack("{s:s, s:o, s:{s:i, s:s}}", "jsonrpc", "2.0", "id", or_null(id), "error", "code", (int)code,
			       "message", why));
}

void wire_notify(struct wire *w, const char *method, json_t *params)
{
	wire_send(w, json_pack("{s:s, s:s, s:o}", "jsonrpc", "2.0", "method", method, "params", or_null(params)));
}

void wire_ask(struct wire *w, uint32_t id, const char *method, json_t *params)
{
	json_t *m = json_pack("{s:s, s:I, s:s}", "jsonrpc", "2.0", "id", (json_int_t)id, "method", method);

	if (params)
		json_object_set_new(m, "params", params);
	wire_send(w, m);
}

void wire_release(struct wire *w)
{
	free(w->in);
	free(w->out);
	*w = (struct wire){ 0 };
}
