/* The last datagram is kept for the status page: recv(2) fills it without the lock under which the page reads it. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char last[32];
static int sockets[2];

static void *listen_to(void *argument)
{
	for (int i = 0; i < 10; i++) {
		recv(sockets[0], last, sizeof last, MSG_DONTWAIT); // RACE 1
	}
	return argument;
}

static void status_page(void)
{
	char copy[32];

	pthread_mutex_lock(&lock);
	memcpy(copy, last, sizeof copy); // RACE 1
	pthread_mutex_unlock(&lock);
	printf("%d\n", copy[0]);
}

int main(void)
{
	pthread_t listener;

	if (socketpair(AF_UNIX, SOCK_DGRAM, 0, sockets) != 0)
		return 1;
	for (int i = 0; i < 3; i++)
		send(sockets[1], "beacon", 6, 0);
	pthread_create(&listener, NULL, listen_to, NULL);
	status_page();
	pthread_join(listener, NULL);
	return 0;
}
