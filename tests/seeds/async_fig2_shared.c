/* async-calls, Figure 2, but fp and lkptr are plain globals that both threads write. Between 2c and 2e of one thread the other
 * may set lkptr to lk2, and between 1c and 3c it may set fp to d: either lock may be the one that is taken at 2e and at 2f.
 * The program is as broken as it looks: the lock that is released at 4e need not be the one that was taken. */
#include <pthread.h>
#include <stdio.h>

#include "snag_ask.h"

static pthread_mutex_t lk1 = PTHREAD_MUTEX_INITIALIZER, lk2 = PTHREAD_MUTEX_INITIALIZER;
static int sh1, sh2;
static void (*fp)(void);
static pthread_mutex_t *lkptr;
static __thread int rounds;

static void f(void (*fp1)(void))
{
	snag_calls(fp1); // ANSWER: d e g h by context
	fp1(); /* 1b */
}

static void e(void)
{
	fp = e; /* 1e */ // RACE 1
	snag_alias(lkptr, &lk1); // ANSWER: may
	pthread_mutex_lock(lkptr); /* 2e */ // RACE 4
	snag_held(&lk1); // ANSWER: may
	snag_held(&lk2); // ANSWER: may
	sh1 = 1; /* 3e */ // RACE 2
	pthread_mutex_unlock(lkptr); /* 4e */ // RACE 4
	if (rounds-- > 0)
		f(fp); /* 5e */ // RACE 1
}

static void d(void)
{
	fp = d; /* 1f */ // RACE 1
	snag_alias(lkptr, &lk2); // ANSWER: may
	pthread_mutex_lock(lkptr); /* 2f */ // RACE 4
	snag_held(&lk1); // ANSWER: may
	snag_held(&lk2); // ANSWER: may
	sh2 = 2; /* 3f */ // RACE 3
	pthread_mutex_unlock(lkptr); /* 4f */ // RACE 4
	if (rounds-- > 0)
		f(fp); /* 5f */ // RACE 1
}

static void g(void)
{
	fp = e; /* 1c */ // RACE 1
	lkptr = &lk1; /* 2c */ // RACE 4
	f(fp); /* 3c */ // RACE 1
}

static void h(void)
{
	fp = d; /* 1d */ // RACE 1
	lkptr = &lk2; /* 2d */ // RACE 4
	f(fp); /* 3d */ // RACE 1
}

/* The text's main. */
static void *body(void *cond)
{
	rounds = 3;
	if (*(int *)cond)
		fp = g; /* 1a */ // RACE 1
	else
		fp = h; /* 2a */ // RACE 1
	f(fp); /* 3a */ // RACE 1
	return NULL;
}

int main(void)
{
	static int cond[4] = { 0, 1, 1, 0 };
	pthread_t t[4];

	for (int i = 0; i < 4; i++)
		pthread_create(&t[i], NULL, body, &cond[i]);
	snag_parallel(e, e); // ANSWER: yes
	snag_parallel(d, e); // ANSWER: yes
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
	printf("%d %d\n", sh1, sh2);
	return 0;
}
