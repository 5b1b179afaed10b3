/* redis, pull request 14466, fixed as there: useStoredKeyApi shares a word with pauseAutoResize, which nobody changes for the
 * command table, and pauserehash is a member of its own. */
#include <pthread.h>
#include <stdio.h>

typedef struct dict {
	unsigned long used[2];
	short pauserehash;
	unsigned useStoredKeyApi : 1;
	unsigned pauseAutoResize : 15;
} dict;

static dict commands = { { 3, 0 }, 0, 1, 0 };

static void dictPauseRehashing(dict *d)
{
	d->pauserehash++; // NORACE
}

static void dictResumeRehashing(dict *d)
{
	d->pauserehash--; // NORACE
}

static unsigned long dictFind(const dict *d, unsigned long key)
{
	if (d->useStoredKeyApi) // NORACE-BITFIELD
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
