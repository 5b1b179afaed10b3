/* The child is made with the lock held and takes it again. */
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
	pthread_mutex_lock(&m);
	if (fork() == 0) {
		pthread_mutex_lock(&m); // SELF-DEADLOCK
		pthread_mutex_unlock(&m);
		_exit(0);
	}
	pthread_mutex_unlock(&m);
	return 0;
}
