/* A connection's pointer goes through a pipe to the worker, as eight bytes; the acceptor goes on counting in it. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

struct conn { int fd; long served; };
static int fds[2];

static void *worker(void *argument)
{
	struct conn *c;

	while (read(fds[0], &c, sizeof c) == sizeof c)
		c->served++; // RACE 1
	return argument;
}

int main(void)
{
	pthread_t t;

	if (pipe(fds))
		return 1;
	pthread_create(&t, NULL, worker, NULL);
	for (int i = 0; i < 4; i++) {
		struct conn *c = calloc(1, sizeof *c);
		if (!c || write(fds[1], &c, sizeof c) != sizeof c)
			break;
		c->served--; // RACE 1
	}
	close(fds[1]);
	pthread_join(t, NULL);
	return 0;
}
