/* Calls as in the sample of doc/field-notes.md through members of records that are copied: a record passed by value (redis' pubsub types), callbacks
 * copied into a parser from one of two constants, of which only one sets the member (resp_parser), a handler filled by a switch (zrange). */
#include "snag_ask.h"

struct kind { int shard; int (*how_many)(int); const char *message, *other; };
static int plain_count(int n) { return n; }
static int shard_count(int n) { return n + 1; }
static int unused_count(int n) { return n + 2; }
static struct kind plain = { 0, plain_count, "a", "b" }, shard = { 1, shard_count, "c", "d" };
struct unlike { long n; int (*how_many)(int); };
static struct unlike unlike = { 0, unused_count };

static int reply(struct kind type, int n)
{
	snag_calls(type.how_many); // ANSWER: plain_count shard_count
	return type.how_many(n);
}

struct callbacks { void (*text)(int *); void (*error)(int *); void (*end)(int *); };
struct parser { const char *at; struct callbacks callbacks; };
static void on_text(int *n) { ++*n; }
static void on_error(int *n) { --*n; }
static void to_script(int *n) { *n += 2; }
static void on_end(int *n) { *n = 0; }
static const struct callbacks calls = { on_text, on_error, on_end }, script = { to_script, 0, on_end };

static void parse(struct parser *p, int *n)
{
	snag_calls(p->callbacks.text); // ANSWER: on_text to_script
	p->callbacks.text(n);
	snag_calls(p->callbacks.error); // ANSWER: on_error
	if (p->callbacks.error)
		p->callbacks.error(n);
}

struct handler { int kind; long (*emit)(struct handler *, long); long sum; };
static long to_client(struct handler *h, long n) { return h->sum += n; }
static long to_store(struct handler *h, long n) { return h->sum -= n; }

static void handler_init(struct handler *h, int kind)
{
	h->kind = kind;
	h->sum = 0;
	switch (kind) {
	case 1:
		h->emit = to_client;
		break;
	default:
		h->emit = to_store;
	}
}

static long range(struct handler *h)
{
	snag_calls(h->emit); // ANSWER: to_client to_store
	return h->emit(h, 4);
}

int main(int argc, char **argv)
{
	struct parser p = { argv[0], { 0, 0, 0 } };
	struct handler h;
	int n = reply(argc > 1 ? plain : shard, argc);

	p.callbacks = argc > 1 ? calls : script;
	parse(&p, &n);
	handler_init(&h, argc);
	return range(&h) > 100 || unlike.how_many(n) > 1000;
}

/* dump-has points:reply
   call by field { plain_count, shard_count }
*/
/* dump-has points:parse
   call by field { on_text, to_script }
   call by field { on_error }
*/
/* dump-has points:range
   call by field { to_client, to_store }
*/
