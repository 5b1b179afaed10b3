/* racerx talk, "Lockset": open_conn comes back with one of two locks. */
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER, c = PTHREAD_MUTEX_INITIALIZER;

void open_conn(int x)
{
	if (x)
		pthread_mutex_lock(&b);
	else
		pthread_mutex_lock(&c);
}

void close_conn(int x)
{
	if (x)
		pthread_mutex_unlock(&b);
	else
		pthread_mutex_unlock(&c);
}

void connect(int x)
{
	pthread_mutex_lock(&a);
	open_conn(x);
	close_conn(x);
	pthread_mutex_unlock(&a);
}

/* dump-has lockset:open_conn
   {a} => {a, b},{a, c}
*/
