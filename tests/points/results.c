// FLAGS: -- -pthread
/* What a thread returns, or exits with, arrives at the join; what is kept as thread-specific comes back. A join that wants no result gets none, and what no
 * thread returns does not come. */
#include <pthread.h>
#include "snag_ask.h"

typedef int step(int);
static int first(int n) { return n + 1; }
static int second(int n) { return n + 2; }
static int third(int n) { return n + 3; }
static int kept(int n) { return n - 1; }
static int other(int n) { return n - 2; }
struct job { step *run; };
static struct job a = { first }, b = { second }, c = { third };
static struct job saved = { kept }, unsaved = { other };
static pthread_key_t key;

static void *returns(void *p)
{
	return p ? &a : NULL;
}

static void *exits(void *p)
{
	if (p)
		pthread_exit(&b);
	return NULL;
}

static int use_saved(int n)
{
	struct job *j = pthread_getspecific(key);

	snag_calls(j->run); // ANSWER: kept
	return j->run(n);
}

int main(void)
{
	pthread_t t, u;
	void *back;
	struct job *j;
	int n = 0;

	pthread_key_create(&key, NULL);
	pthread_setspecific(key, &saved);
	pthread_create(&t, NULL, returns, &n);
	pthread_create(&u, NULL, exits, &n);
	pthread_join(u, NULL);
	pthread_join(t, &back);
	j = back;
	snag_calls(j->run); // ANSWER: first
	n = j->run(n);
	return use_saved(n) + c.run(n) + unsaved.run(n) > 1000;
}

/* dump-has points:main
   %j... -> ... { a, b }
*/
/* dump-lacks points:use_saved
   unsaved
*/
