/* A child of fork has memory of its own. */
// VERIFY: race-free ; today: unknown: cannot be executed: a call of fork
#include <sys/wait.h>
#include <unistd.h>

static int n;

int main(void)
{
	pid_t child = fork();

	n++;
	if (child > 0)
		wait(NULL);
	return 0;
}
