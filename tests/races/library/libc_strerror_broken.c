/* inet_ntop writes into a buffer of the caller's: here it is a static one, and all threads use it. */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static void *complain(void *argument)
{
	struct in_addr *peer = argument;

	static char address[INET_ADDRSTRLEN];

	for (int i = 0; i < 5; i++) {
		inet_ntop(AF_INET, peer, address, sizeof address); // RACE 1
		printf("%s: %s\n", address, strerror(10000 + i)); // RACE 1
	}
	return NULL;
}

int main(void)
{
	static struct in_addr peers[2];
	pthread_t first, second;

	peers[0].s_addr = htonl(INADDR_LOOPBACK);
	pthread_create(&first, NULL, complain, &peers[0]);
	pthread_create(&second, NULL, complain, &peers[1]);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
