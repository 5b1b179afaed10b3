/* Who joins the reader closes the last writing end only behind the join. */
#include <pthread.h>
#include <unistd.h>

static int lines[2];
static int n;

static void *reader(void *arg)
{
	char c;

	while (read(lines[0], &c, 1) > 0) // DEADLOCK 1
		n++;
	return arg;
}

int main(void)
{
	pthread_t t;

	if (pipe(lines))
		return 1;
	pthread_create(&t, NULL, reader, NULL);
	pthread_join(t, NULL); // DEADLOCK 1
	close(lines[1]);
	close(lines[0]);
	return 0;
}
