/* In which words it is told that a handler is not there: it is no thread that is started. And `state` is one object, whatever is
 * indexed in it. */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

static long before, own, at_end;
static struct {
	struct {
		int cell[4];
	} row[2];
	int last;
} state;

static void on_usr1(int number)
{
	before++; // RACE 2: in both threads at once
	own += number; // RACE 3
}

static void bye(void)
{
	at_end++;
}

static void set(void *where, int i, int k)
{
	__typeof__(&state) s = where;

	s->row[i].cell[k] = k; // RACE 1
}

static void *work(void *unused)
{
	set(&state, 1, 2);
	return unused;
}

int main(int argc, char **argv)
{
	struct sigaction action = { .sa_handler = on_usr1 };
	pthread_t t;

	(void)argv;
	sigemptyset(&action.sa_mask);
	before = 1;
	at_end = 1;
	sigaction(SIGUSR1, &action, NULL);
	atexit(bye);
	pthread_create(&t, NULL, work, NULL);
	set(&state, argc & 1, argc & 3);
	pthread_join(t, NULL);
	return 0;
}

/* dump-has race
   before the handler is installed
*/
/* dump-lacks race
   state[
   before the other thread is started
*/
