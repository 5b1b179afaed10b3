/* What an attribute object says decides, not that there is one: only a recursive mutex, and one that checks for errors, lets its
 * holder pass. */
#define _GNU_SOURCE
#include <pthread.h>

extern void adjust(pthread_mutexattr_t *);
extern int wanted_kind;

static pthread_mutex_t untouched, normal, standard, shared, recursive, checked, by_helper, by_stranger, by_number, robust;
static pthread_mutex_t by_variable, by_plain_variable;
static pthread_mutexattr_t nested, plain;

static void make_recursive(pthread_mutexattr_t *attr)
{
	pthread_mutexattr_settype(attr, PTHREAD_MUTEX_RECURSIVE);
}

static void init_plain(void)
{
	pthread_mutexattr_t attr;

	pthread_mutexattr_init(&attr);
	pthread_mutex_init(&untouched, &attr);
	pthread_mutexattr_destroy(&attr);
}

static void init_kinds(void)
{
	pthread_mutexattr_t n, d, s, b, c, p;

	pthread_mutexattr_init(&n);
	pthread_mutexattr_settype(&n, PTHREAD_MUTEX_NORMAL);
	pthread_mutex_init(&normal, &n);
	pthread_mutexattr_init(&d);
	pthread_mutexattr_settype(&d, PTHREAD_MUTEX_DEFAULT);
	pthread_mutex_init(&standard, &d);
	pthread_mutexattr_init(&s);
	pthread_mutexattr_setpshared(&s, PTHREAD_PROCESS_SHARED);
	pthread_mutex_init(&shared, &s);
	pthread_mutexattr_init(&b);
	pthread_mutexattr_setrobust(&b, PTHREAD_MUTEX_ROBUST);
	pthread_mutex_init(&robust, &b);
	pthread_mutexattr_init(&c);
	pthread_mutexattr_settype(&c, PTHREAD_MUTEX_ERRORCHECK);
	pthread_mutex_init(&checked, &c);
	pthread_mutexattr_init(&p);
	pthread_mutexattr_settype(&p, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&recursive, &p);
}

static void init_others(void)
{
	pthread_mutexattr_t h, s, k;

	pthread_mutexattr_init(&h);
	make_recursive(&h);
	pthread_mutex_init(&by_helper, &h);
	pthread_mutexattr_init(&s);
	adjust(&s);
	pthread_mutex_init(&by_stranger, &s);
	pthread_mutexattr_init(&k);
	pthread_mutexattr_settype(&k, wanted_kind);
	pthread_mutex_init(&by_number, &k);
}

static void init_variables(void)
{
	pthread_mutexattr_init(&nested);
	pthread_mutexattr_settype(&nested, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutexattr_init(&plain);
	pthread_mutex_init(&by_variable, &nested);
	pthread_mutex_init(&by_plain_variable, &plain);
}

int main(void)
{
	init_plain();
	init_kinds();
	init_others();
	init_variables();
	pthread_mutex_lock(&checked);
	pthread_mutex_lock(&checked); // NOSELF-DEADLOCK: it returns EDEADLK
	pthread_mutex_unlock(&checked);
	pthread_mutex_lock(&recursive);
	pthread_mutex_lock(&recursive); // NOSELF-DEADLOCK
	pthread_mutex_unlock(&recursive);
	pthread_mutex_unlock(&recursive);
	pthread_mutex_lock(&by_helper);
	pthread_mutex_lock(&by_helper); // NOSELF-DEADLOCK
	pthread_mutex_unlock(&by_helper);
	pthread_mutex_unlock(&by_helper);
	pthread_mutex_lock(&by_stranger);
	pthread_mutex_lock(&by_stranger); // NOSELF-DEADLOCK
	pthread_mutex_unlock(&by_stranger);
	pthread_mutex_unlock(&by_stranger);
	pthread_mutex_lock(&by_number);
	pthread_mutex_lock(&by_number); // NOSELF-DEADLOCK
	pthread_mutex_unlock(&by_number);
	pthread_mutex_unlock(&by_number);
	pthread_mutex_lock(&by_variable);
	pthread_mutex_lock(&by_variable); // NOSELF-DEADLOCK
	pthread_mutex_unlock(&by_variable);
	pthread_mutex_unlock(&by_variable);
	return 0;
}

void twice_untouched(void)
{
	pthread_mutex_lock(&untouched);
	pthread_mutex_lock(&untouched); // SELF-DEADLOCK
	pthread_mutex_unlock(&untouched);
}

void twice_normal(void)
{
	pthread_mutex_lock(&normal);
	pthread_mutex_lock(&normal); // SELF-DEADLOCK
	pthread_mutex_unlock(&normal);
}

void twice_standard(void)
{
	pthread_mutex_lock(&standard);
	pthread_mutex_lock(&standard); // SELF-DEADLOCK
	pthread_mutex_unlock(&standard);
}

void twice_shared(void)
{
	pthread_mutex_lock(&shared);
	pthread_mutex_lock(&shared); // SELF-DEADLOCK
	pthread_mutex_unlock(&shared);
}

void twice_robust(void)
{
	pthread_mutex_lock(&robust);
	pthread_mutex_lock(&robust); // SELF-DEADLOCK: its owner lives
	pthread_mutex_unlock(&robust);
}
