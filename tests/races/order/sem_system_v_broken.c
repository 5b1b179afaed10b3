/* As sem_system_v.c, but the reset does not ask for the semaphore. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ipc.h>
#include <sys/sem.h>
#include <time.h>

static const struct timespec patience = { 1, 0 };
static int set;
static int jobs;

static void change(short by)
{
	struct sembuf command = { .sem_num = 0, .sem_op = by, .sem_flg = 0 };

	if (by > 0)
		semop(set, &command, 1);
	else
		while (semtimedop(set, &command, 1, &patience) != 0)
			continue;
}

static void *submitter(void *argument)
{
	for (int i = 0; i < 500; i++) {
		change(-1);
		jobs++; // RACE 1
		change(1);
	}
	return argument;
}

static void *resetter(void *argument)
{
	for (int i = 0; i < 500; i++) {
		jobs = 0; // RACE 1
	}
	return argument;
}

int main(void)
{
	pthread_t one, two;

	set = semget(IPC_PRIVATE, 1, 0600 | IPC_CREAT);
	if (set < 0)
		abort();
	change(1);
	pthread_create(&one, NULL, submitter, NULL);
	pthread_create(&two, NULL, resetter, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d\n", jobs);
	semctl(set, 0, IPC_RMID);
	return 0;
}
