/* liburcu: the pointer is taken out once; whoever gets null has nothing to write to. */
#include <pthread.h>
#include <stddef.h>

extern void *rcu_xchg_pointer_sym(void **, void *);
extern void *rcu_cmpxchg_pointer_sym(void **, void *, void *);

static int x, token;
static void *box;

static void *work(void *unused)
{
	int *mine;

	rcu_cmpxchg_pointer_sym(&box, &token, &x);
	mine = rcu_xchg_pointer_sym(&box, NULL);
	if (mine)
		++*mine; // NORACE reported
	return unused;
}

int main(void)
{
	pthread_t a, b;

	box = &x;
	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return x;
}
