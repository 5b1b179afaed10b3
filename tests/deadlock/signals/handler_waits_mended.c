/* The handler gives and the code waits. */
#include <semaphore.h>
#include <signal.h>

static sem_t s;

static void on_alarm(int number)
{
	(void)number;
	sem_post(&s);
}

int main(void)
{
	sem_init(&s, 0, 0);
	signal(SIGALRM, on_alarm);
	raise(SIGALRM);
	sem_wait(&s);
	return 0;
}
