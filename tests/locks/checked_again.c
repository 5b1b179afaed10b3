/* Who has a mutex that checks for errors and locks it again is told so, and has it once. Who has a recursive one has it twice. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t checked, deep, starts = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static int n;

static void *ignored(void *a) /* nobody looks: it fails all the same */
{
	pthread_mutex_lock(&checked);
	pthread_mutex_lock(&checked); // NOSELF-DEADLOCK
	n++; // NORACE
	pthread_mutex_unlock(&checked);
	return a; // NOLOCK-LEAK
}

static void *asked(void *a)
{
	pthread_mutex_lock(&checked);
	if (pthread_mutex_lock(&checked) == EDEADLK) {
		n++; // NORACE
		pthread_mutex_unlock(&checked);
		return a; // NOLOCK-LEAK
	}
	return a; /* nobody gets here */
}

static void *kept(void *a) /* told so, and goes home with the one that it has */
{
	pthread_mutex_lock(&checked);
	n++; // NORACE
	if (pthread_mutex_lock(&checked) != 0)
		return NULL; // LOCK-LEAK
	pthread_mutex_unlock(&checked);
	return a;
}

static void *tried(void *a) /* busy, whoever has it */
{
	pthread_mutex_lock(&checked);
	if (pthread_mutex_trylock(&checked) == EBUSY) {
		pthread_mutex_unlock(&checked);
		return a; // NOLOCK-LEAK
	}
	pthread_mutex_unlock(&checked);
	return a;
}

static void *by_bytes(void *a)
{
	pthread_mutex_lock(&starts);
	pthread_mutex_lock(&starts); // NOSELF-DEADLOCK
	pthread_mutex_unlock(&starts);
	return a; // NOLOCK-LEAK
}

static void *counted(void *a) /* the twin: this one counts */
{
	pthread_mutex_lock(&deep);
	pthread_mutex_lock(&deep); // NOSELF-DEADLOCK
	pthread_mutex_unlock(&deep);
	return a; // LOCK-LEAK
}

static void *balanced(void *a)
{
	pthread_mutex_lock(&deep);
	pthread_mutex_lock(&deep); // NOSELF-DEADLOCK
	pthread_mutex_unlock(&deep);
	pthread_mutex_unlock(&deep); // NOUNLOCK-UNHELD
	return a; // NOLOCK-LEAK
}

static void make(pthread_mutex_t *m, int kind)
{
	pthread_mutexattr_t attr;

	pthread_mutexattr_init(&attr);
	pthread_mutexattr_settype(&attr, kind);
	pthread_mutex_init(m, &attr);
	pthread_mutexattr_destroy(&attr);
}

int main(void)
{
	void *(*const run[])(void *) = { ignored, asked, kept, tried, by_bytes, counted, balanced };
	pthread_t t[7];

	make(&checked, PTHREAD_MUTEX_ERRORCHECK);
	make(&deep, PTHREAD_MUTEX_RECURSIVE);
	for (int i = 0; i < 7; i++)
		pthread_create(&t[i], NULL, run[i], NULL);
	for (int i = 0; i < 7; i++)
		pthread_join(t[i], NULL);
	return 0;
}
