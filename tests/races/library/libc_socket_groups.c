/* What the kernel writes for us: vectors, addresses, options, poll results. All of it goes to buffers of the calling thread. */
#define _GNU_SOURCE
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <netinet/in.h>

#define BUFFER

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long total;

static long receive(int fd)
{
	BUFFER char head[16], body[64], control[64], text[32];
	BUFFER struct sockaddr_in from;
	BUFFER socklen_t from_length;
	BUFFER int option;
	BUFFER struct pollfd ready;
	struct iovec part[2] = { { head, sizeof head }, { body, sizeof body } }, one = { text, sizeof text };
	struct msghdr message;
	socklen_t length = sizeof option;
	long n;

	memset(&message, 0, sizeof message);
	message.msg_iov = &one;
	message.msg_iovlen = 1;
	message.msg_control = control;
	message.msg_controllen = sizeof control;
	ready.fd = fd; // NORACE
	if (poll(&ready, 1, 10) < 0) // NORACE
		return -1;
	n = readv(fd, part, 2); // NORACE
	from_length = sizeof from; // NORACE
	n += recvfrom(fd, body, sizeof body, 0, (struct sockaddr *)&from, &from_length); // NORACE
	if (getsockopt(fd, SOL_SOCKET, SO_ERROR, &option, &length) == 0) // NORACE
		n += option; // NORACE
	n += recvmsg(fd, &message, 0); // NORACE
	return n + head[0]; // NORACE
}

static void *serve(void *argument)
{
	for (int i = 0; i < 10; i++) {
		long n = receive(0);
		pthread_mutex_lock(&lock);
		total += n; // NORACE
		pthread_mutex_unlock(&lock);
	}
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, serve, NULL);
	pthread_create(&two, NULL, serve, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%ld\n", total);
	return 0;
}
