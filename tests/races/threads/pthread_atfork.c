/* The handlers of pthread_atfork take the lock before a fork and release it after: what they count is counted with it. */
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int forks, requests;

static void prepare(void)
{
	pthread_mutex_lock(&lock);
}

static void in_parent(void)
{
	forks++; // NORACE reported: the handlers of one fork come in order
	pthread_mutex_unlock(&lock);
}

static void in_child(void)
{
	pthread_mutex_unlock(&lock);
}

static void *client(void *argument)
{
	for (int i = 0; i < 2000; i++) {
		pthread_mutex_lock(&lock);
		requests += forks; // NORACE
		pthread_mutex_unlock(&lock);
	}
	return argument;
}

int main(void)
{
	pthread_t thread;

	pthread_atfork(prepare, in_parent, in_child);
	pthread_create(&thread, NULL, client, NULL);
	for (int i = 0; i < 3; i++) {
		pid_t child = fork();
		if (child == 0)
			_exit(0);
		if (child > 0)
			waitpid(child, NULL, 0);
	}
	pthread_join(thread, NULL);
	printf("%d\n", requests >= 0);
	return 0;
}
