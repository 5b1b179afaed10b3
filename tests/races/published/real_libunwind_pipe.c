/* libunwind, issue 715: who finds the flag unset sets it and opens the pipe; a thread that comes next finds the flag set and writes to a pipe that is
 * not open yet. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static int mem_validate_pipe[2] = { -1, -1 };
static atomic_flag address_validator_initialized = ATOMIC_FLAG_INIT;

static void open_pipe(void)
{
	int fd[2];

	if (pipe(fd))
		return;
	mem_validate_pipe[0] = fd[0]; // NORACE
	mem_validate_pipe[1] = fd[1]; // RACE 1
}

static int write_validate(const void *address)
{
	if (!atomic_flag_test_and_set(&address_validator_initialized))
		open_pipe();
	return write(mem_validate_pipe[1], address, 1) == 1; // RACE 1
}

static void *unwind(void *argument)
{
	int frames = 0;

	for (int i = 0; i < 10; i++)
		frames += write_validate(&frames);
	printf("%d\n", frames);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, unwind, NULL);
	pthread_create(&two, NULL, unwind, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
