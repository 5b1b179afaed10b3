/* A value with a tag: both are written and read under the value's lock. */
#include <pthread.h>
#include <stdio.h>

struct value {
	pthread_mutex_t lock;
	enum { NUMBER, TEXT } tag;
	union {
		long number;
		char text[16];
	} as;
};

static struct value value = { .lock = PTHREAD_MUTEX_INITIALIZER, .tag = NUMBER };

static void *setter(void *argument)
{
	for (int i = 0; i < 500; i++) {
		pthread_mutex_lock(&value.lock);
		if (i % 2) {
			value.tag = NUMBER; // NORACE
			value.as.number = i; // NORACE
		} else {
			value.tag = TEXT; // NORACE
			snprintf(value.as.text, sizeof value.as.text, "<%d>", i); // NORACE
		}
		pthread_mutex_unlock(&value.lock);
	}
	return argument;
}

static void *getter(void *argument)
{
	long numbers = 0;
	int is_number;

	for (int i = 0; i < 500; i++) {
		pthread_mutex_lock(&value.lock);
		is_number = value.tag == NUMBER; // NORACE
		numbers += is_number ? value.as.number : value.as.text[0]; // NORACE
		pthread_mutex_unlock(&value.lock);
	}
	printf("%ld\n", numbers);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, setter, NULL);
	pthread_create(&two, NULL, getter, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
