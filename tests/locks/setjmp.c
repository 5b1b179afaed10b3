/* A function that returns twice is left alone: what is held when it comes back, only the run can tell. */
// STATS: gap_twice == 1
#include <pthread.h>
#include <setjmp.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static jmp_buf again;
void may_jump(void);

int protect(void)
{
	volatile int locked = 0;

	if (setjmp(again)) {
		if (locked)
			pthread_mutex_unlock(&m); // NOUNLOCK-UNHELD
		return -1;                        // NOLOCK-LEAK
	}
	pthread_mutex_lock(&m);
	locked = 1;
	may_jump();
	pthread_mutex_unlock(&m);
	return 0;
}

void beside_it(void)
{
	pthread_mutex_lock(&m);
	pthread_mutex_lock(&m); // SELF-DEADLOCK
	pthread_mutex_unlock(&m);
}
