/* As fork_shared.c, with memory of which the child has a copy. */
#include <pthread.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sys/mman.h>

int main(void)
{
	int *count = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	pid_t child;

	if (count == MAP_FAILED)
		return 1;
	child = fork();
	if (child == 0) {
		++*count; // NORACE
		_exit(0);
	}
	++*count; // NORACE
	waitpid(child, NULL, 0);
	return 0;
}
