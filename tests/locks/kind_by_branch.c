/* The kind of a mutex is chosen by a branch on what the caller hands over. */
#include <pthread.h>

static pthread_mutex_t plain1, plain2, plain3, plain4, plain5, deep1, deep2, deep3, deep4;
static int n;

static void one_call(pthread_mutex_t *m, int recursive)
{
	pthread_mutexattr_t attr;

	pthread_mutexattr_init(&attr);
	if (recursive)
		pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(m, &attr);
	pthread_mutexattr_destroy(&attr);
}

static void chosen(pthread_mutex_t *m, int recursive)
{
	pthread_mutexattr_t attr;

	pthread_mutexattr_init(&attr);
	pthread_mutexattr_settype(&attr, recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL);
	pthread_mutex_init(m, &attr);
	pthread_mutexattr_destroy(&attr);
}

static void two_calls(pthread_mutex_t *m, int recursive)
{
	pthread_mutexattr_t attr;

	if (!recursive) {
		pthread_mutex_init(m, NULL);
		return;
	}
	pthread_mutexattr_init(&attr);
	pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(m, &attr);
	pthread_mutexattr_destroy(&attr);
}

enum kind { PLAIN, DEEP, CHECKED };

static void switched(pthread_mutex_t *m, enum kind kind)
{
	pthread_mutexattr_t attr;
	int type;

	switch (kind) {
	case DEEP: type = PTHREAD_MUTEX_RECURSIVE; break;
	case CHECKED: type = PTHREAD_MUTEX_ERRORCHECK; break;
	default: type = PTHREAD_MUTEX_NORMAL; break;
	}
	pthread_mutexattr_init(&attr);
	pthread_mutexattr_settype(&attr, type);
	pthread_mutex_init(m, &attr);
	pthread_mutexattr_destroy(&attr);
}

static void unknown(pthread_mutex_t *m, int recursive) /* nobody says which: it may be either */
{
	one_call(m, recursive);
}

int main(int argc, char **argv)
{
	(void)argv;
	one_call(&plain1, 0);
	one_call(&deep1, 1);
	chosen(&plain2, 0);
	chosen(&deep2, 1);
	two_calls(&plain3, 0);
	two_calls(&deep3, 1);
	switched(&plain4, PLAIN);
	switched(&deep4, DEEP);
	unknown(&plain5, argc);

	pthread_mutex_lock(&deep1);
	pthread_mutex_lock(&deep1); // NOSELF-DEADLOCK
	n++;
	pthread_mutex_unlock(&deep1);
	pthread_mutex_unlock(&deep1);
	pthread_mutex_lock(&deep2);
	pthread_mutex_lock(&deep2); // NOSELF-DEADLOCK
	n++;
	pthread_mutex_unlock(&deep2);
	pthread_mutex_unlock(&deep2);
	pthread_mutex_lock(&deep3);
	pthread_mutex_lock(&deep3); // NOSELF-DEADLOCK
	n++;
	pthread_mutex_unlock(&deep3);
	pthread_mutex_unlock(&deep3);
	pthread_mutex_lock(&deep4);
	pthread_mutex_lock(&deep4); // NOSELF-DEADLOCK
	n++;
	pthread_mutex_unlock(&deep4);
	pthread_mutex_unlock(&deep4);
	pthread_mutex_lock(&plain5);
	pthread_mutex_lock(&plain5); // SELF-DEADLOCK: without an argument it is a plain one
	n++;
	pthread_mutex_unlock(&plain5);
	pthread_mutex_unlock(&plain5);
	if (argc == 1) {
		pthread_mutex_lock(&plain1);
		pthread_mutex_lock(&plain1); // SELF-DEADLOCK
	} else if (argc == 2) {
		pthread_mutex_lock(&plain2);
		pthread_mutex_lock(&plain2); // SELF-DEADLOCK
	} else if (argc == 3) {
		pthread_mutex_lock(&plain3);
		pthread_mutex_lock(&plain3); // SELF-DEADLOCK
	} else {
		pthread_mutex_lock(&plain4);
		pthread_mutex_lock(&plain4); // SELF-DEADLOCK
	}
	return 0;
}
