/* What counts: a critical section once, however often it uses the variable; the only, the first and the last thing in it; a
 * use without a lock. 5 of 6: z = (5/6 - 0.8) / sqrt(0.16 / 6) = 0.204. A critical section with nothing in it is told: the
 * program's mistake, or ours. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int hits, a, b;

static void alone(void)
{
	pthread_mutex_lock(&lock);
	hits++; // RACE 1
	pthread_mutex_unlock(&lock);
}

static int alone_twice(void)
{
	int n;

	pthread_mutex_lock(&lock);
	n = hits;
	hits = n + 1; // RACE 1
	pthread_mutex_unlock(&lock);
	return n;
}

static void first_of_three(void)
{
	pthread_mutex_lock(&lock);
	hits = 0; // RACE 1
	a++; // NORACE
	b++; // NORACE
	pthread_mutex_unlock(&lock);
}

static void last_of_three(void)
{
	pthread_mutex_lock(&lock);
	a--; // NORACE
	b--; // NORACE
	hits = 1; // RACE 1
	pthread_mutex_unlock(&lock);
}

static void in_the_middle(void)
{
	pthread_mutex_lock(&lock);
	a = 0; // NORACE
	hits += 2; // RACE 1
	b = 0; // NORACE
	pthread_mutex_unlock(&lock);
}

static int without(void)
{
	return hits; // RACE 1
}

static void nothing(void)
{
	pthread_mutex_lock(&lock); // EMPTY-SECTION
	pthread_mutex_unlock(&lock);
}

static void *thread(void *argument)
{
	alone();
	first_of_three();
	last_of_three();
	in_the_middle();
	nothing();
	return alone_twice() + without() ? argument : NULL;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, thread, NULL);
	pthread_create(&t2, NULL, thread, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}

/* dump-has belief
   hits: 5 of 6 protected, z 0.20
   lock 5: only 2, first 1, last 1
   empty: lock in nothing:
*/

/* dump-lacks belief
   empty: lock in alone
   empty: lock in first
*/
