/* racerx, the talk, the slides on unlockset analysis: line 5 is never reached with a in hand, because line 4 has given it
 * back on every path on which line 2 took it. */
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int in_a, in_b;

static void slide(int x)
{
	if (x) /* 1 */
		pthread_mutex_lock(&a); /* 2 */ // NODEADLOCK
	if (x) /* 3 */
		pthread_mutex_unlock(&a); /* 4 */
	pthread_mutex_lock(&b); /* 5 */ // NODEADLOCK
	in_b++; // NORACE
	pthread_mutex_unlock(&b);
}

static void *one(void *argument)
{
	slide(argument != NULL);
	return argument;
}

static void *other(void *argument)
{
	pthread_mutex_lock(&b); // NODEADLOCK
	in_b--; // NORACE
	pthread_mutex_lock(&a); // NODEADLOCK
	in_a++;
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
	return argument;
}

int main(void)
{
	pthread_t t1, t2, t3;

	pthread_create(&t1, NULL, one, NULL);
	pthread_create(&t2, NULL, other, NULL);
	pthread_create(&t3, NULL, one, &in_a);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	pthread_join(t3, NULL);
	return 0;
}
