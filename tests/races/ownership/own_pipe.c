/* A pointer is written into a pipe; whoever reads it owns the job. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
struct job { int in, out; };
static int ends[2];
static void *worker(void *a)
{
	struct job *j;

	while (read(ends[0], &j, sizeof j) == sizeof j) {
		j->out = j->in * 2; // NORACE reported: that what is read from a pipe is read once is not known
		free(j); // NORACE reported: that what is read from a pipe is read once is not known
	}
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
		struct job *j = malloc(sizeof *j);

		j->in = i; // NORACE reported: that what is read from a pipe is read once is not known
		write(ends[1], &j, sizeof j);
	}
	close(ends[1]);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
