/* Threads that nobody joins, one for each request, started in a loop; the two kinds of request take the locks in opposite
 * orders. */
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t users = PTHREAD_MUTEX_INITIALIZER, files = PTHREAD_MUTEX_INITIALIZER;
static int logins, opens;

static void *login(void *argument)
{
	pthread_mutex_lock(&users); // DEADLOCK 1
	logins++; // NORACE
	pthread_mutex_lock(&files); // DEADLOCK 1
	opens++; // NORACE
	pthread_mutex_unlock(&files);
	pthread_mutex_unlock(&users);
	return argument;
}

static void *download(void *argument)
{
	pthread_mutex_lock(&files); // DEADLOCK 1
	opens++; // NORACE
	pthread_mutex_lock(&users); // DEADLOCK 1
	logins--; // NORACE
	pthread_mutex_unlock(&users);
	pthread_mutex_unlock(&files);
	return argument;
}

int main(void)
{
	for (int i = 0; i < 10; i++) {
		pthread_t thread;
		if (pthread_create(&thread, NULL, i % 2 ? login : download, NULL) == 0)
			pthread_detach(thread);
	}
	sleep(1);
	return 0;
}
