/* One function is entered with more facts than are kept apart, by main, without the lock, also when there are threads: what stands for all
 * the others is one context for each of the two, so that main is seen to be without it. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int picked;
static void (*hook)(void);

static void h0(void)
{
}

static void h1(void)
{
}

static void h2(void)
{
}

static void h3(void)
{
}

static void h4(void)
{
}

static void h5(void)
{
}

static void h6(void)
{
}

static void h7(void)
{
}

static void h8(void)
{
}

static void h9(void)
{
}

static void h10(void)
{
}

static void h11(void)
{
}

static void h12(void)
{
}

static void h13(void)
{
}

static void h14(void)
{
}

static void h15(void)
{
}

static void h16(void)
{
}

static void h17(void)
{
}

static void pick(void)
{
	hook(); // RACE 2
	picked++; // RACE 1
}

static void all(void)
{
	hook = h0; // RACE 2
	pick();
	hook = h1;
	pick();
	hook = h2;
	pick();
	hook = h3;
	pick();
	hook = h4;
	pick();
	hook = h5;
	pick();
	hook = h6;
	pick();
	hook = h7;
	pick();
	hook = h8;
	pick();
	hook = h9;
	pick();
	hook = h10;
	pick();
	hook = h11;
	pick();
	hook = h12;
	pick();
	hook = h13;
	pick();
	hook = h14;
	pick();
	hook = h15;
	pick();
	hook = h16;
	pick();
	hook = h17;
	pick();
}

static void *worker(void *argument)
{
	pthread_mutex_lock(&m);
	all();
	pthread_mutex_unlock(&m);
	return argument;
}

int main(void)
{
	pthread_t t[2];

	pthread_create(&t[0], NULL, worker, NULL);
	pthread_create(&t[1], NULL, worker, NULL);
	all();
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	return 0;
}
