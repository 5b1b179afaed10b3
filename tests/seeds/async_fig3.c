/* async-calls, Figure 3: why recursion must not be folded into back edges (section 6.1). Here the lock travels as an argument.
 *
 *     (a) with back edges:  run -> step -> { to_a, to_b, work_a, work_b } -> step again, one copy of it: work_a seems to be entered
 *         with lk_a or lk_b, and nothing is surely held in it
 *     (b) by contexts:      step(to_a) -> to_a -> step(work_a, lk_a) -> work_a -> step(work_a, lk_a), the same facts: the end
 *
 * step is entered with four facts: (to_a, 0), (to_b, 0), (work_a, lk_a), (work_b, lk_b). */
#include <pthread.h>
#include <stdio.h>

#include "snag_ask.h"

typedef void work(pthread_mutex_t *lock, int left);

static pthread_mutex_t lk_a = PTHREAD_MUTEX_INITIALIZER, lk_b = PTHREAD_MUTEX_INITIALIZER;
static int sh_a, sh_b;

static void step(work *next, pthread_mutex_t *lock, int left)
{
	snag_contexts(); // ANSWER: 4
	snag_calls(next); // ANSWER: to_a to_b work_a work_b by context
	next(lock, left);
}

static void work_a(pthread_mutex_t *lock, int left)
{
	snag_contexts(); // ANSWER: 1
	snag_alias(lock, &lk_a); // ANSWER: must
	pthread_mutex_lock(lock);
	snag_held(&lk_a); // ANSWER: must
	snag_held(&lk_b); // ANSWER: no
	sh_a++;
	pthread_mutex_unlock(lock);
	if (left)
		step(work_a, lock, left - 1);
}

static void work_b(pthread_mutex_t *lock, int left)
{
	snag_contexts(); // ANSWER: 1
	snag_alias(lock, &lk_a); // ANSWER: no
	pthread_mutex_lock(lock);
	snag_held(&lk_a); // ANSWER: no
	snag_held(&lk_b); // ANSWER: must
	sh_b++;
	pthread_mutex_unlock(lock);
	if (left)
		step(work_b, lock, left - 1);
}

static void to_a(pthread_mutex_t *lock, int left)
{
	(void)lock;
	step(work_a, &lk_a, left);
}

static void to_b(pthread_mutex_t *lock, int left)
{
	(void)lock;
	step(work_b, &lk_b, left);
}

static void *run(void *first)
{
	if (first)
		step(to_a, NULL, 3);
	else
		step(to_b, NULL, 3);
	return NULL;
}

int main(void)
{
	pthread_t t[4];

	for (int i = 0; i < 4; i++)
		pthread_create(&t[i], NULL, run, i % 2 ? t : NULL);
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
	printf("%d %d\n", sh_a, sh_b);
	return 0;
}
