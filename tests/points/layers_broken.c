/* As layers.c, but what is registered under which number is decided when the program runs: any number may stand for any transport. */
#include "snag_ask.h"

enum { RAW, TLS, SHAKE, LAYERS };
struct ops { int (*send)(int); int (*name)(void); };
struct conn { const struct ops *ops; long n; };
struct tls { const struct ops *below; long n; };
struct shake { long n; const struct ops *below; };

static struct ops *known[LAYERS];
static struct conn conn;
static struct tls tls;
static struct shake shake;

static inline void put(int id, struct ops *ops)
{
	if (id >= LAYERS)
		return;
	known[id] = ops;
}

static inline struct ops *get(int id)
{
	if (id >= LAYERS)
		return 0;
	return known[id];
}

static int raw_send(int n) { return n; }
static int raw_name(void) { return 'r'; }

static int tls_send(int n)
{
	if (!n)
		return 0;
	snag_calls(tls.below->send); // ANSWER: raw_send shake_send tls_send
	return tls.below->send(n - 1);
}
static int tls_name(void) { return 't'; }

static int shake_send(int n)
{
	snag_calls(shake.below->send); // ANSWER: raw_send shake_send tls_send
	return shake.below->send(n);
}
static int shake_name(void) { return 's'; }

static struct ops raw_ops = { raw_send, raw_name }, tls_ops = { tls_send, tls_name }, shake_ops = { shake_send, shake_name };

static void add_shake(struct conn *c)
{
	if (c->ops == get(RAW)) {
		shake.below = c->ops;
		c->ops = get(SHAKE);
	} else {
		shake.below = tls.below;
		tls.below = get(SHAKE);
	}
}

static void open_conn(struct conn *c, int secure)
{
	tls.below = get(RAW);
	c->ops = secure ? get(TLS) : get(RAW);
	add_shake(c);
}

int main(int argc, char **argv)
{
	int sum = 0;

	put(RAW, &raw_ops);
	put(argc & 1, &raw_ops);
	if (argc > 2)
		put(argc % LAYERS, &tls_ops);
	put(TLS, &tls_ops);
	put(SHAKE, &shake_ops);
	for (int i = 0; i < 2; i++) {
		open_conn(&conn, i + argc == 1);
		sum += conn.ops->send(argc);
		if (tls.below)
			sum += tls_send(1);
	}
	sum += get(SHAKE)->name();
	return sum > 1000 || !argv[0];
}

/* dump-has points:main
   call by field { tls_send, raw_send, shake_send }
   call by field { raw_name, tls_name, shake_name }
*/
/* dump-has points:tls_send
   call by field { tls_send, raw_send, shake_send }
*/
