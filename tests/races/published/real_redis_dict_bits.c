/* redis, pull request 14466: the main thread counts in the bit-field pauserehash of the command table while an I/O thread that
 * looks up a command reads useStoredKeyApi, its neighbour in the same word. */
#include <pthread.h>
#include <stdio.h>

typedef struct dict {
	unsigned long used[2];
	unsigned pauserehash : 15;
	unsigned useStoredKeyApi : 1;
	short pauseAutoResize;
} dict;

static dict commands = { { 3, 0 }, 0, 1, 0 };

static void dictPauseRehashing(dict *d)
{
	d->pauserehash++; // RACE-BITFIELD 1
}

static void dictResumeRehashing(dict *d)
{
	d->pauserehash--; // RACE-BITFIELD 1
}

static unsigned long dictFind(const dict *d, unsigned long key)
{
	if (d->useStoredKeyApi) // RACE-BITFIELD 1
		key ^= 1;
	return key % d->used[0];
}

static void *IOThreadMain(void *argument)
{
	unsigned long sum = 0;

	for (unsigned long i = 0; i < 20; i++)
		sum += dictFind(argument, i);
	printf("%lu\n", sum);
	return NULL;
}

int main(void)
{
	pthread_t io;

	pthread_create(&io, NULL, IOThreadMain, &commands);
	for (int i = 0; i < 20; i++) {
		dictPauseRehashing(&commands);
		dictResumeRehashing(&commands);
	}
	pthread_join(io, NULL);
	return 0;
}
