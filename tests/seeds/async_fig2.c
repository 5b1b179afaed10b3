/* async-calls, Figure 2, run by two threads. fp and lkptr are each thread's own in the text (section 6.1), so they are
 * thread-local. The recursion of the text is endless; here it ends after a few rounds.
 *
 * e is reached only through g, which sets lkptr to lk1; d only through h, which sets it to lk2. So the must-locksets are { lk1
 * } at 3e and { lk2 } at 3f, and sh1 and sh2 are protected.
 *
 * Contexts by Algorithm 1, keyed by what fp, fp1 and lkptr hold and the must-lockset at entry:
 *     body   nothing is set                                                          1
 *     f      fp1 = g, lkptr = 0;   fp1 = h, lkptr = 0     from 3a, two facts there
 *            fp1 = e, lkptr = lk1   from 3c; from 5e the same again, so merged
 *            fp1 = d, lkptr = lk2   from 3d; from 5f the same again                  4
 *     g, h   fp = g or h, lkptr = 0                                                  1 each
 *     e, d   fp = e, lkptr = lk1; fp = d, lkptr = lk2                                1 each */
#include <pthread.h>
#include <stdio.h>

#include "snag_ask.h"

static pthread_mutex_t lk1 = PTHREAD_MUTEX_INITIALIZER, lk2 = PTHREAD_MUTEX_INITIALIZER;
static int sh1, sh2;
static __thread void (*fp)(void);
static __thread pthread_mutex_t *lkptr;
static __thread int rounds;

static void f(void (*fp1)(void))
{
	snag_contexts(); // ANSWER: 4
	snag_calls(fp1); // ANSWER: d e g h by context
	fp1(); /* 1b */
}

static void e(void)
{
	fp = e; /* 1e */
	snag_contexts(); // ANSWER: 1
	snag_alias(lkptr, &lk1); // ANSWER: must
	pthread_mutex_lock(lkptr); /* 2e */
	snag_held(&lk1); // ANSWER: must
	snag_held(&lk2); // ANSWER: no
	sh1 = 1; /* 3e */
	pthread_mutex_unlock(lkptr); /* 4e */
	if (rounds-- > 0)
		f(fp); /* 5e */
}

static void d(void)
{
	fp = d; /* 1f */
	snag_contexts(); // ANSWER: 1
	snag_alias(lkptr, &lk2); // ANSWER: must
	pthread_mutex_lock(lkptr); /* 2f */
	snag_held(&lk1); // ANSWER: no
	snag_held(&lk2); // ANSWER: must
	sh2 = 2; /* 3f */
	pthread_mutex_unlock(lkptr); /* 4f */
	if (rounds-- > 0)
		f(fp); /* 5f */
}

static void g(void)
{
	snag_contexts(); // ANSWER: 1
	fp = e; /* 1c */
	lkptr = &lk1; /* 2c */
	f(fp); /* 3c */
}

static void h(void)
{
	snag_contexts(); // ANSWER: 1
	fp = d; /* 1d */
	lkptr = &lk2; /* 2d */
	f(fp); /* 3d */
}

/* The text's main. */
static void *body(void *cond)
{
	rounds = 3;
	snag_contexts(); // ANSWER: 1
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

/* The contexts, listed: the four of f, and what e and d are entered with and hold. */

/* dump-has contexts:f
   arg0={ g } fp={ g } holds {}
*/

/* dump-has contexts:f
   arg0={ h } fp={ h } holds {}
*/

/* dump-has contexts:f
   arg0={ e } fp={ e } lkptr={ lk1 } holds {}
*/

/* dump-has contexts:f
   arg0={ d } fp={ d } lkptr={ lk2 } holds {}
*/

/* dump-has contexts:e
   lkptr={ lk1 } holds {}
   acquire { lk1 }
   holds {lk1}
*/

/* dump-has contexts:d
   lkptr={ lk2 } holds {}
   acquire { lk2 }
   holds {lk2}
*/
