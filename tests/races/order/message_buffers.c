/* A message is sent while its text and its address are changed: sendmsg reads what the header leads to. */
#include <netinet/in.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>

#define LOCK(what)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char text[32], unused[32];
static struct sockaddr_in to;

static void *change(void *argument)
{
	pthread_mutex_lock(&lock);
	text[0] = 'x'; // RACE 1
	to.sin_port = 7; // RACE 2
	unused[0] = 'y'; // NORACE
	pthread_mutex_unlock(&lock);
	return argument;
}

int main(void)
{
	struct iovec part = { text, sizeof text };
	struct msghdr message;
	pthread_t thread;

	memset(&message, 0, sizeof message);
	message.msg_name = &to;
	message.msg_namelen = sizeof to;
	message.msg_iov = &part;
	message.msg_iovlen = 1;
	pthread_create(&thread, NULL, change, NULL);
	LOCK(lock);
	sendmsg(0, &message, 0); // RACE 1; RACE 2
	LOCK(unlock);
	pthread_join(thread, NULL);
	return 0;
}
