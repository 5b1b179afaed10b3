/* A system call by its number may end the process. */
// PROVED: assuming
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

static int shared;

static void *work(void *a)
{
	syscall(SYS_exit_group, 0);
	shared++; // NORACE reported: nobody gets here
	return a;
}

int main(void)
{
	pthread_t t, u;

	pthread_create(&t, 0, work, 0);
	pthread_create(&u, 0, work, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
