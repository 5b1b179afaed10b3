/* Who has no child waits for none, and gets no status. */
// PROVED: assuming
#include <pthread.h>
#include <sys/wait.h>

static int status;

static void *work(void *unused)
{
	waitpid(-1, &status, 0); // NORACE
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	status = 1; // NORACE reported: it fails
	pthread_join(t, 0);
	return 0;
}
