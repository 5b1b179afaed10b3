/* Critical sections with nothing in them: told where the lock protects something elsewhere; not where something is called, where memory is used
 * that happens to be nobody else's, or where the lock is never used for anything. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int used, lost, mine;

static void add(void)
{
	pthread_mutex_lock(&lock);
	used++; // NORACE
	pthread_mutex_unlock(&lock);
}

static void add_outside(void)
{
	pthread_mutex_lock(&lock); // EMPTY-SECTION: the next line but one was meant to be inside
	pthread_mutex_unlock(&lock);
	lost++; // RACE 1
}

static void wake(void)
{
	pthread_mutex_lock(&lock); // NOEMPTY-SECTION
	pthread_cond_signal(&changed);
	pthread_mutex_unlock(&lock);
}

static void pass_the_gate(void)
{
	pthread_mutex_lock(&gate); // NOEMPTY-SECTION
	pthread_mutex_unlock(&gate);
}

static void *thread(void *argument)
{
	add();
	add_outside();
	wake();
	pass_the_gate();
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, thread, NULL);
	pthread_create(&t2, NULL, thread, NULL);
	pthread_mutex_lock(&lock); // NOEMPTY-SECTION
	mine++; // NORACE
	pthread_mutex_unlock(&lock);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return mine;
}
