/* Two bits of a word are two locks, one bit of two words is, too; one bit is one lock, whoever calls by whatever way. */
#include <pthread.h>

void g_bit_lock(volatile int *, int);
void g_bit_unlock(volatile int *, int);

static volatile int word, other;
static int same, wrapped, two_bits, two_words, chosen, bit;

static void lock(int n)
{
	g_bit_lock(&word, n);
}

static void unlock(int n)
{
	g_bit_unlock(&word, n);
}

static void *one(void *unused)
{
	g_bit_lock(&word, 1);
	same++;     // NORACE
	two_bits++; // RACE 1
	g_bit_unlock(&word, 1);
	g_bit_lock(&word, 0);
	two_words++; // RACE 2
	g_bit_unlock(&word, 0);
	lock(7);
	wrapped++; // NORACE
	unlock(7);
	g_bit_lock(&word, bit);
	chosen++; // RACE 3: it may be any bit
	g_bit_unlock(&word, bit);
	return unused;
}

static void *two(void *unused)
{
	g_bit_lock(&word, 1);
	same++; // NORACE
	g_bit_unlock(&word, 1);
	g_bit_lock(&word, 2);
	two_bits++; // RACE 1
	g_bit_unlock(&word, 2);
	g_bit_lock(&other, 0);
	two_words++; // RACE 2
	g_bit_unlock(&other, 0);
	g_bit_lock(&word, 7);
	wrapped++; // NORACE
	g_bit_unlock(&word, 7);
	g_bit_lock(&word, 4);
	chosen++; // RACE 3
	g_bit_unlock(&word, 4);
	return unused;
}

int main(int argc, char **argv)
{
	pthread_t t, u;

	(void)argv;
	bit = argc;
	pthread_create(&t, 0, one, 0);
	pthread_create(&u, 0, two, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
