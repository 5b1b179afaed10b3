/* Who takes one element of an array and releases another one keeps the first: it is known that they differ, by their numbers. A
 * library, whose locks nobody else can name. */
#include <pthread.h>

struct slot {
	int v;
	pthread_mutex_t l;
};

static pthread_mutex_t m[4], right[4], any[4], swap[2];
static struct slot s[2], fine[2];
static _Atomic int v;

int between(int k)
{
	if (k <= 0 || k > 3)
		return -1;
	pthread_mutex_lock(&m[0]);
	v++;
	pthread_mutex_unlock(&m[k]);
	return 0; // LOCK-LEAK: 'm[0]' is still held
}

int between_right(int k)
{
	if (k <= 0 || k > 3)
		return -1;
	pthread_mutex_lock(&right[k]);
	v++;
	pthread_mutex_unlock(&right[k]);
	return 0; // NOLOCK-LEAK
}

/* k may be 0. */
int maybe(int k)
{
	if (k < 0 || k > 3)
		return -1;
	pthread_mutex_lock(&any[0]);
	v++;
	pthread_mutex_unlock(&any[k]);
	return 0; // NOLOCK-LEAK
}

void constant(void)
{
	pthread_mutex_lock(&s[1].l);
	s[1].v++;
	pthread_mutex_unlock(&s[0].l);
} // LOCK-LEAK: 's[1].l' is still held

void constant_right(void)
{
	pthread_mutex_lock(&fine[1].l);
	fine[1].v++;
	pthread_mutex_unlock(&fine[1].l);
} // NOLOCK-LEAK

/* Hand over hand: another function has taken the element that this one releases, and releases the one that this one takes. */
void swap_begin(void)
{
	pthread_mutex_lock(&swap[0]);
}

void swap_step(void)
{
	pthread_mutex_lock(&swap[1]);
	v++;
	pthread_mutex_unlock(&swap[0]); // NOUNLOCK-UNHELD
} // NOLOCK-LEAK

void swap_end(void)
{
	pthread_mutex_unlock(&swap[1]);
}
