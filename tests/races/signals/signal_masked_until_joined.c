/* A worker begins with the signal blocked, and main lets it in only when the worker is joined. */
#include <signal.h>
#include <pthread.h>
static int hits, seen;
static void on(int s) { hits++; }       // NORACE
static void *w(void *p) { seen = hits; return p; }       // NORACE
int main(void)
{
	pthread_t t;
	sigset_t s;
	sigemptyset(&s);
	sigaddset(&s, SIGUSR1);
	pthread_sigmask(SIG_BLOCK, &s, 0);
	signal(SIGUSR1, on);
	pthread_create(&t, 0, w, 0);
	pthread_join(t, 0);
	pthread_sigmask(SIG_UNBLOCK, &s, 0);
	return 0;
}
