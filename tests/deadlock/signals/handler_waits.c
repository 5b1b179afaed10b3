/* The handler waits for a token that the code which it interrupts would give. */
#include <semaphore.h>
#include <signal.h>

static sem_t s;

static void on_alarm(int number)
{
	(void)number;
	sem_wait(&s); // DEADLOCK
}

int main(void)
{
	sem_init(&s, 0, 0);
	signal(SIGALRM, on_alarm);
	raise(SIGALRM);
	sem_post(&s);
	return 0;
}
