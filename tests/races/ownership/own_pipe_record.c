/* A message by value carries the pointer. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
struct conn { int fd; int bytes; };
struct message { int kind; struct conn *conn; };
static int ends[2];
static void send_conn(struct conn *c)
{
	struct message m = { 1, c };

	if (write(ends[1], &m, sizeof m) != sizeof m)
		abort();
}
static void *worker(void *a)
{
	struct message m;

	while (read(ends[0], &m, sizeof m) == sizeof m)
		m.conn->bytes++; // NORACE reported: that what is read from a pipe is read once is not known
	return a;
}
int main(void)
{
	pthread_t t[2];

	if (pipe(ends))
		return 1;
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < 100; i++) {
		struct conn *c = calloc(1, sizeof *c);

		c->fd = i;
		send_conn(c);
	}
	close(ends[1]);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
