/* A register that can be looked at by its parts or as a whole, both under its lock. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

union word {
	uint32_t whole;
	struct {
		uint16_t low;
		uint8_t state, flags;
	} part;
};

struct port {
	int number;
	pthread_mutex_t lock;
	union word control;
};

static struct port port = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void port_flags(struct port *p, uint8_t flags)
{
	pthread_mutex_lock(&p->lock);
	p->control.part.flags = flags; // NORACE
	pthread_mutex_unlock(&p->lock);
}

static uint32_t port_read(struct port *p)
{
	uint32_t whole;

	pthread_mutex_lock(&p->lock);
	whole = p->control.whole; // NORACE
	pthread_mutex_unlock(&p->lock);
	return whole;
}

static void *setter(void *argument)
{
	for (unsigned i = 0; i < 100; i++)
		port_flags(argument, (uint8_t)i);
	return NULL;
}

static void *reader(void *argument)
{
	uint32_t sum = 0;

	for (int i = 0; i < 100; i++)
		sum += port_read(argument);
	printf("%u\n", sum);
	return NULL;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, setter, &port);
	pthread_create(&two, NULL, reader, &port);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
