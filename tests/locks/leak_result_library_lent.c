/* A lock that is still held for one result; the caller gives it back then. */
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
	return 0;                           // NOLOCK-LEAK
}
int use(struct q *q) { if (q_take(q)) return 5; q->n = 3; pthread_mutex_unlock(&q->m); return 6; }
