/* Memory that has been outside: what SSL_get_ex_data gives back, and what a function gets that only others call, may be any object of its type. Members that
 * nobody in the program sets stay empty. */
#include "snag_ask.h"

struct transport { int (*start)(int); int (*stop)(int); };
struct conn { const struct transport *transport; int n; };
void ex_data_set(int, void *);
void *ex_data_get(int);
static int start_raw(int n) { return n; }
static int start_other(int n) { return n + 1; }
static const struct transport raw = { start_raw, 0 };
struct unlike { int (*start)(int); };
static struct unlike unlike = { start_other };
static struct conn conn = { &raw, 0 };

int from_outside(void)
{
	struct conn *c = ex_data_get(1);

	snag_calls(c->transport->start); // ANSWER: start_raw by field
	return c->transport->start(1);
}

int empty(void)
{
	struct conn *c = ex_data_get(1);

	snag_calls(c->transport->stop); // ANSWER: by none
	return c->transport->stop ? c->transport->stop(1) : 0;
}

int main(void)
{
	ex_data_set(1, &conn);
	return from_outside() + empty() + unlike.start(1) > 100;
}

/* dump-has points:from_outside
   call by field { start_raw }
*/
/* dump-has points:empty
   call by nothing {}
*/
