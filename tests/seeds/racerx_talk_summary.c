/* racerx, the talk, the slides on summaries: entered with {a}, open_conn comes back with {a, b} or with {a, c}. Both are
 * given back by close_conn, by the same test. */
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER, c = PTHREAD_MUTEX_INITIALIZER;
static int sent, in_b, in_c;

static void open_conn(int x)
{
	if (x) {
		pthread_mutex_lock(&b); // NODEADLOCK
		in_b++; // NORACE
	} else {
		pthread_mutex_lock(&c); // NODEADLOCK
		in_c++; // NORACE
	}
}

static void close_conn(int x)
{
	if (x)
		pthread_mutex_unlock(&b); // NOUNLOCK-UNHELD
	else
		pthread_mutex_unlock(&c); // NOUNLOCK-UNHELD
	pthread_mutex_unlock(&a); // NOUNLOCK-UNHELD
}

static void *connect_it(void *argument)
{
	int x = argument != NULL;

	pthread_mutex_lock(&a);
	open_conn(x);
	sent++; // NORACE
	close_conn(x);
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, connect_it, NULL);
	pthread_create(&t2, NULL, connect_it, &sent);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
