/* printf reads the string that it is given. */
// VERIFY: race
#include <pthread.h>
#include <stdio.h>

static char s[8] = "ab";

static void *other(void *unused)
{
	s[1] = 'c';
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, other, NULL);
	printf("%s\n", s);
	pthread_join(t, NULL);
	return 0;
}
