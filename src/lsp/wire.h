/* wire: JSON-RPC messages in and out (the base protocol of LSP).
 *
 *     Content-Length: 52\r\n
 *     \r\n
 *     {"jsonrpc": "2.0", ...}
 *
 * Neither side ever waits for the other: what cannot be written yet is queued, and while too much is queued nothing is read. */
#ifndef LSP_WIRE_H
#define LSP_WIRE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct wire {
	char *in; /* bytes of messages that are not yet whole */
	size_t nin, inroom;
	char *out; /* bytes not yet written, from `done` on */
	size_t nout, outroom, done;
	bool closed; /* the client's end of our output is gone: nothing is written any more */
};

enum wire_error {
	WIRE_PARSE = -32700,
	WIRE_INVALID_REQUEST = -32600,
	WIRE_NO_METHOD = -32601,
	WIRE_INVALID_PARAMS = -32602,
	WIRE_FAILED = -32803,
	WIRE_NOT_INITIALIZED = -32002,
	WIRE_CANCELLED = -32800
};

/* Reads what is there. False: the end. */
bool wire_read(struct wire *, int fd);
bool wire_may_read(const struct wire *);
/* Writes as much as may be written without waiting, once poll() has said that something may. */
void wire_write(struct wire *, int fd);
bool wire_has_output(const struct wire *);
void wire_flush(struct wire *, int fd, int seconds); /* all of it, unless the client does not read for so long */

/* The body of the next message, in place until it is dropped; false: none is whole yet. Dies of a header that makes no sense, or
 * a body that is too long. */
bool wire_next(struct wire *, const char **body, size_t *len);
void wire_drop(struct wire *, size_t len); /* the one that wire_next gave */

/* These take the references of what they are given; NULL stands for null. */
void wire_send(struct wire *, json_t *message);
void wire_reply(struct wire *, json_t *id, json_t *result);
void wire_refuse(struct wire *, json_t *id, enum wire_error, const char *why);
void wire_notify(struct wire *, const char *method, json_t *params);
void wire_ask(struct wire *, uint32_t id, const char *method, json_t *params);

void wire_release(struct wire *);

#endif
