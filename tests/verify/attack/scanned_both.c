/* As scanned.c, with another pair of the two. */
// VERIFY: race ; today: unknown: guessed
#include <pthread.h>
#include <stdio.h>

static struct {
	int number, other;
} pair;

static void *other(void *unused)
{
	pair.other = 1;
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, other, NULL);
	if (scanf("%d", &pair.other) != 1)
		return 1;
	pthread_join(t, NULL);
	return pair.number < pair.other;
}
