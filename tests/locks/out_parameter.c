/* Results that come back through a pointer to a local variable. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
void ask(int *answer);
int ask_for(int *answer);

void unlock_by_answer(void)
{
	int answer = 0;

	pthread_mutex_lock(&m);
	ask(&answer);
	if (answer) {
		pthread_mutex_unlock(&m); // NOUNLOCK-UNHELD
		return;
	}
	n++;
	pthread_mutex_unlock(&m); // NOUNLOCK-UNHELD
}

int error_by_answer(void)
{
	int answer = 0;

	pthread_mutex_lock(&m);
	ask(&answer);
	if (answer)
		return -1; // LOCK-LEAK
	pthread_mutex_unlock(&m);
	return 0;
}

int result_and_answer(void)
{
	int answer;

	if (ask_for(&answer) < 0)
		return -1; // NOLOCK-LEAK
	pthread_mutex_lock(&m);
	n += answer;
	pthread_mutex_unlock(&m);
	return 0;
}
