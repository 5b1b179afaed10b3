/* An atomic section keeps nobody out who is in none. */
// VERIFY: race
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int n, most;

static void *one(void *arg)
{
	for (int i = 0; i < 3; i++) {
		__VERIFIER_atomic_begin();
		n++;
		if (n > most)
			most = n;
		__VERIFIER_atomic_end();
	}
	return arg;
}

int main(void)
{
	pthread_t t[2];

	pthread_create(&t[0], NULL, one, NULL);
	pthread_create(&t[1], NULL, one, NULL);
	most = 0;
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	return most;
}
