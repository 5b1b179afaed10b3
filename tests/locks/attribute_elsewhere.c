/* What the attribute objects say is set where nobody sees it: copied from another one, by another program, behind a pointer. */
#include <pthread.h>

struct settings {
	int level;
	pthread_mutexattr_t kind;
};

extern pthread_mutexattr_t their_kind;
extern pthread_mutexattr_t *ask_kind(void);
extern void set_kind(pthread_mutexattr_t *);

static pthread_mutex_t by_copy, by_variable, by_answer, by_stranger;
static struct settings settings;
static pthread_mutexattr_t ours;

static void twice(void)
{
	pthread_mutex_lock(&by_copy);
	pthread_mutex_lock(&by_copy); // NOSELF-DEADLOCK
	pthread_mutex_unlock(&by_copy);
	pthread_mutex_unlock(&by_copy);
	pthread_mutex_lock(&by_variable);
	pthread_mutex_lock(&by_variable); // NOSELF-DEADLOCK
	pthread_mutex_unlock(&by_variable);
	pthread_mutex_unlock(&by_variable);
	pthread_mutex_lock(&by_answer);
	pthread_mutex_lock(&by_answer); // NOSELF-DEADLOCK
	pthread_mutex_unlock(&by_answer);
	pthread_mutex_unlock(&by_answer);
	pthread_mutex_lock(&by_stranger);
	pthread_mutex_lock(&by_stranger); // NOSELF-DEADLOCK
	pthread_mutex_unlock(&by_stranger);
	pthread_mutex_unlock(&by_stranger);
}

int main(void)
{
	struct settings wanted = { .level = 1 };

	pthread_mutexattr_init(&wanted.kind);
	pthread_mutexattr_settype(&wanted.kind, PTHREAD_MUTEX_RECURSIVE);
	settings = wanted;
	set_kind(&ours);
	pthread_mutex_init(&by_copy, &settings.kind);
	pthread_mutex_init(&by_variable, &their_kind);
	pthread_mutex_init(&by_answer, ask_kind());
	pthread_mutex_init(&by_stranger, &ours);
	twice();
	return 0;
}
