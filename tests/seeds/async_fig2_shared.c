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
	fp = e; /* 1e */
	snag_alias(lkptr, &lk1); // ANSWER: may
	pthread_mutex_lock(lkptr); /* 2e */
	snag_held(&lk1); // ANSWER: may
	snag_held(&lk2); // ANSWER: may
	sh1 = 1; /* 3e */
	pthread_mutex_unlock(lkptr); /* 4e */
	if (rounds-- > 0)
		f(fp); /* 5e */
}

static void d(void)
{
	fp = d; /* 1f */
	snag_alias(lkptr, &lk2); // ANSWER: may
	pthread_mutex_lock(lkptr); /* 2f */
	snag_held(&lk1); // ANSWER: may
	snag_held(&lk2); // ANSWER: may
	sh2 = 2; /* 3f */
	pthread_mutex_unlock(lkptr); /* 4f */
	if (rounds-- > 0)
		f(fp); /* 5f */
}

static void g(void)
{
	fp = e; /* 1c */
	lkptr = &lk1; /* 2c */
	f(fp); /* 3c */
}

static void h(void)
{
	fp = d; /* 1d */
	lkptr = &lk2; /* 2d */
	f(fp); /* 3d */
}

/* The text's main. */
static void *body(void *cond)
{
	rounds = 3;
	if (*(int *)cond)
		fp = g; /* 1a */
	else
		fp = h; /* 2a */
	f(fp); /* 3a */
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
