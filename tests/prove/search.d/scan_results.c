// What the result of scanf can be follows from the format (C17 7.21.6.2): %c and %s match whatever comes but the end, which is -1.
// search: --replay 1 race @digit @other : found: confirmed
// search: --replay 1 race @literal @other : found: confirmed
// search: --replay 1 race @second @other : found: confirmed
// search: --replay 1 race @end @other : found: confirmed
// search: race @letter @other : not within
// search: race @word @other : not within
// search: race @nothing @other : not within
#include <pthread.h>
#include <stdio.h>

static int a, b, c, d, e, f, g;

static void *work(void *arg)
{
	int n = 0;
	char x, y, word[9];

	(void)arg;
	if (scanf("%d", &n) == 0)
		a = 1; // @digit
	if (scanf("=%c", &x) == 0)
		b = 1; // @literal
	if (scanf("%c%c", &x, &y) == 1)
		c = 1; // @second
	if (scanf("%c", &x) == -1)
		d = 1; // @end
	if (scanf("%c", &x) == 0)
		e = 1; // @letter
	if (scanf("%8s", word) == 0)
		f = 1; // @word
	if (scanf(" ") != 0)
		g = 1; // @nothing
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, work, NULL);
	a = b = c = d = e = f = g = 2; // @other
	pthread_join(t, NULL);
	return 0;
}
