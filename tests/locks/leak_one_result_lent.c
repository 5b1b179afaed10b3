/* As leak_one_result.c, but others have the address of the lock, or of what it is in: they may give it back. */
#include <pthread.h>

struct session {
	pthread_mutex_t *lock;
	int n;
};

static pthread_mutex_t returned = PTHREAD_MUTEX_INITIALIZER, stored = PTHREAD_MUTEX_INITIALIZER, told = PTHREAD_MUTEX_INITIALIZER;
static struct {
	int n;
	pthread_mutex_t lock;
} whole = { .lock = PTHREAD_MUTEX_INITIALIZER };
static pthread_mutex_t listed = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t *const list[] = { &listed };
static pthread_mutex_t compared = PTHREAD_MUTEX_INITIALIZER;

void register_lock(pthread_mutex_t *);

pthread_mutex_t *begin(int k)
{
	pthread_mutex_lock(&returned);
	if (k < 0) {
		pthread_mutex_unlock(&returned);
		return NULL;
	}
	return &returned; // NOLOCK-LEAK
}

int session_begin(struct session *s, int k)
{
	pthread_mutex_lock(&stored);
	if (k < 0) {
		pthread_mutex_unlock(&stored);
		return -1;
	}
	s->lock = &stored;
	return 0; // NOLOCK-LEAK
}

void tell(void)
{
	register_lock(&told);
}

int told_begin(int k)
{
	pthread_mutex_lock(&told);
	if (k < 0) {
		pthread_mutex_unlock(&told);
		return -1;
	}
	return 0; // NOLOCK-LEAK
}

void *whole_address(void)
{
	return &whole;
}

int whole_begin(int k)
{
	pthread_mutex_lock(&whole.lock);
	if (k < 0) {
		pthread_mutex_unlock(&whole.lock);
		return -1;
	}
	return 0; // NOLOCK-LEAK
}

int listed_begin(int k)
{
	pthread_mutex_lock(&listed);
	if (k < 0) {
		pthread_mutex_unlock(&listed);
		return -1;
	}
	return 0; // NOLOCK-LEAK
}

int is_compared(const pthread_mutex_t *m)
{
	return m == &compared;
}

int compared_begin(int k)
{
	pthread_mutex_lock(&compared);
	if (k < 0) {
		pthread_mutex_unlock(&compared);
		return -1;
	}
	return 0; // LOCK-LEAK: to be asked whether it is this one gives nobody its address
}
