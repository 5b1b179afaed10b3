/* Parent and child count in memory that both have. */
#include <pthread.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sys/mman.h>

int main(void)
{
	int *count = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	pid_t child;

	if (count == MAP_FAILED)
		return 1;
	child = fork();
	if (child == 0) {
		++*count; // RACE 1 missed: the child of a fork is no thread
		_exit(0);
	}
	++*count; // RACE 1 missed: the child of a fork is no thread
	waitpid(child, NULL, 0);
	return 0;
}
