/* redis, pull request 13964, fixed as there: what the handler sets is atomic. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static struct redisServer {
	atomic_int shutdown_asap;
	int cronloops;
} server;

static void sigShutdownHandler(int sig)
{
	(void)sig;
	server.shutdown_asap = 1; // NORACE
}

static void *bioProcessBackgroundJobs(void *argument)
{
	raise(SIGTERM);
	return argument;
}

static int serverCron(void)
{
	server.cronloops++;
	return server.shutdown_asap; // NORACE
}

int main(void)
{
	struct sigaction act = { .sa_handler = sigShutdownHandler };
	pthread_t bio;

	sigemptyset(&act.sa_mask);
	sigaction(SIGTERM, &act, NULL);
	pthread_create(&bio, NULL, bioProcessBackgroundJobs, NULL);
	while (!serverCron())
		usleep(100);
	pthread_join(bio, NULL);
	printf("%d\n", server.cronloops > 0);
	return 0;
}
