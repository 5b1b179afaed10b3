/* The attribute object is handed on, and nothing in it says that the lock may be taken twice. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
struct tree { pthread_mutex_t m; struct tree *kid; int v; };
static void tree_init(struct tree *t, pthread_mutexattr_t *at) { pthread_mutex_init(&t->m, at); t->kid = 0; t->v = 0; }
static void bump(struct tree *t) { pthread_mutex_lock(&t->m); t->v++; pthread_mutex_unlock(&t->m); }    // SELF-DEADLOCK 1
static void twice(struct tree *t) { pthread_mutex_lock(&t->m); bump(t); pthread_mutex_unlock(&t->m); }  // SELF-DEADLOCK 1
int main(void)
{
	struct tree *t = malloc(sizeof *t);
	pthread_mutexattr_t at;
	pthread_mutexattr_init(&at);
	pthread_mutexattr_setprotocol(&at, PTHREAD_PRIO_INHERIT);
	tree_init(t, &at);
	twice(t);
	return t->v;
}
