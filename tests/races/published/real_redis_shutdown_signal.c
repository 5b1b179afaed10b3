/* redis, pull request 13964: signal handlers set plain volatile flags, but with more than one thread the handler may run on
 * any of them while the main thread reads the flag; volatile sig_atomic_t is enough for one thread only. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static struct redisServer {
	volatile sig_atomic_t shutdown_asap;
	int cronloops;
} server;

static void sigShutdownHandler(int sig)
{
	(void)sig;
	server.shutdown_asap = 1; // RACE 1
}

static void *bioProcessBackgroundJobs(void *argument)
{
	raise(SIGTERM);
	return argument;
}

static int serverCron(void)
{
	server.cronloops++;
	return server.shutdown_asap; // RACE 1
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
