/* A flag says in which order, and both ask the same flag, which nobody changes any more. */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int reverse;

static void both(int turned)
{
	if (turned) {
		pthread_mutex_lock(&b);
		pthread_mutex_lock(&a); // NODEADLOCK reported: that both threads find the same flag is not known to circles
	} else {
		pthread_mutex_lock(&a);
		pthread_mutex_lock(&b);
	}
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
}

static void *straight(void *arg)
{
	both(reverse);
	return arg;
}

static void *other(void *arg)
{
	both(reverse);
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t t1, t2;

	(void)argv;
	reverse = argc > 1;
	pthread_create(&t1, NULL, straight, NULL);
	pthread_create(&t2, NULL, other, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
