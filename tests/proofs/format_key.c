/* Keys that are printed and then compared: who gets to which branch hangs on the bytes of the text. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static int first, others, always;

static void use(const char *table, int number)
{
	char key[16];
	int length = snprintf(key, sizeof key, "%s-%02d", table, number);

	if (!strcmp(key, "user-01"))
		first++; // NORACE reported: only one of the threads has that key, but what snprintf puts together is not followed
	else
		others++; // RACE 1
	if (length == 7)
		always++; // RACE 2
}

static void *one(void *argument)
{
	use("user", 1);
	use("user", 3);
	return argument;
}

static void *two(void *argument)
{
	use("user", 2);
	return argument;
}

int main(void)
{
	pthread_t s, t;

	pthread_create(&s, NULL, one, NULL);
	pthread_create(&t, NULL, two, NULL);
	pthread_join(s, NULL);
	pthread_join(t, NULL);
	return 0;
}
