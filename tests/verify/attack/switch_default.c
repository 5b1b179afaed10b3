/* Behind a switch in which no case was meant the number may still be any other one. */
// VERIFY: race
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
static int x, y;

static void *one(void *arg)
{
	x++;
	return arg;
}

int main(void)
{
	pthread_t t;
	int n = __VERIFIER_nondet_int();

	pthread_create(&t, NULL, one, NULL);
	switch (n) {
	case 0:
	case 1:
		y++;
		break;
	default:
		if (n == 77)
			x++;
	}
	pthread_join(t, NULL);
	return 0;
}
