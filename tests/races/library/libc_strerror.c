/* strerror and inet_ntoa return buffers of the library, but since glibc 2.32 (and long before) each thread has its own. */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static void *complain(void *argument)
{
	struct in_addr *peer = argument;

	for (int i = 0; i < 5; i++)
		printf("%s: %s\n", inet_ntoa(*peer), strerror(10000 + i)); // NORACE
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
