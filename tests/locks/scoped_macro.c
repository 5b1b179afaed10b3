/* The scoped-lock idiom: a for loop that runs once. `break` and `return` leave it without the unlock. */
#include <pthread.h>

#define WITH(m) for (int once_ = (pthread_mutex_lock(m), 1); once_; once_ = (pthread_mutex_unlock(m), 0))

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

int right(int x)
{
	WITH(&m) // NOSELF-DEADLOCK
	{
		n += x;
	}
	return 0; // NOLOCK-LEAK
}

int returns_inside(int x)
{
	WITH(&m)
	{
		if (n > x)
			return -1; // LOCK-LEAK
		n += x;
	}
	return 0;
}

int twice_in_a_row(int x)
{
	WITH(&m)
		n += x;
	WITH(&m) // NOSELF-DEADLOCK
		n -= x;
	return 0; // NOLOCK-LEAK
}

int nested(int x)
{
	WITH(&m) {
		WITH(&m) // SELF-DEADLOCK
			n += x;
	}
	return 0;
}
