/* Volatile alone is not enough between a handler and the thread that it interrupts: a long long takes two stores on some machines,
 * and a structure several. C asks for sig_atomic_t, or a lock-free atomic. */
#include <signal.h>
#include <stdio.h>

struct stamp {
	long seconds;
	int part;
};

static volatile long long total;
static volatile struct stamp stamp;
static volatile sig_atomic_t seen;
static struct {
	volatile sig_atomic_t member;
} nested;

static void on_user(int number)
{
	(void)number;
	total = 1; // RACE 1
	stamp.seconds = 2; // RACE 2
	seen = 1; // NORACE
	nested.member = 1; // NORACE
}

int main(void)
{
	signal(SIGUSR1, on_user);
	while (!seen && !nested.member) // NORACE
		raise(SIGUSR1);
	printf("%lld\n", total); // RACE 1
	printf("%ld\n", stamp.seconds); // RACE 2
	return 0;
}
