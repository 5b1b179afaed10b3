/* A flag that is set to another number in advance, on the way to a message about an error: who waits for any number does not
 * wait for the data. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#include "snag_ask.h"

static atomic_int state;
static int data, sum;

static void load(void)
{
	data++; // RACE 1
}

static void use(void)
{
	sum += data; // RACE 1
}

static void *loader(void *x)
{
	if (!x)
		atomic_store(&state, 2);
	load();
	atomic_store(&state, 1);
	return x;
}

static void *user(void *x)
{
	while (!atomic_load(&state)) ;
	use();
	return x;
}

int main(int argc, char **argv)
{
	pthread_t a, b;

	pthread_create(&a, NULL, loader, argc > 1 ? argv : NULL);
	pthread_create(&b, NULL, user, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	snag_parallel(load, use); // ANSWER: yes
	return 0;
}
