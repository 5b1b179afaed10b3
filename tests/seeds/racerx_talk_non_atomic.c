/* racerx, the talk: a write that takes two stores, and one to a bit-field, which takes its neighbours along. Who reads in between sees a value that nobody
 * wrote. Both rank above the write to a plain int, which is the same race otherwise (Table 4). */
#include <pthread.h>

struct state {
	unsigned int open : 1;
	unsigned int mode : 7;
};

static int plain, seen;
static __int128 wide;
static struct state state;

static void *writer(void *argument)
{
	int i = argument != NULL;

	plain = 2 + i; // RACE 1
	wide = ((__int128)(5 + i) << 64) | 7; // RACE 2
	state.mode = 3u + (unsigned int)i; // RACE 3
	return argument;
}

static void *reader(void *argument)
{
	seen = plain; // RACE 1
	seen += (int)(wide >> 64); // RACE 2
	seen += (int)state.mode; // RACE 3
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, writer, NULL);
	pthread_create(&t2, NULL, reader, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
