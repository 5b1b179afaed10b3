/* A lock that is still held for one result; the callers, all of one unit, do not care. */
#include <pthread.h>
struct q { pthread_mutex_t m; int n; };
static int q_take(struct q *q)
{
	pthread_mutex_lock(&q->m);
	if (q->n > 0) {
		q->n--;
		pthread_mutex_unlock(&q->m);
		return 1;
	}
	return 0;                           // LOCK-LEAK
}
int use(struct q *q) { return q_take(q) ? 5 : 6; }
