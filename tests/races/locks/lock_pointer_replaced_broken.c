/* As lock_pointer_replaced.c, but a channel is moved while it is used: who locks the old bus meets who locks the new one. */
#include <pthread.h>
#include <stdio.h>

struct bus {
	pthread_mutex_t lock;
	int number;
};

struct channel {
	struct bus *bus;
	long frames;
};

static struct bus bus[2] = { { PTHREAD_MUTEX_INITIALIZER, 0 }, { PTHREAD_MUTEX_INITIALIZER, 1 } };
static struct channel channel = { &bus[0], 0 };

static void channel_lock(struct channel *c)
{
	pthread_mutex_lock(&c->bus->lock); // RACE 2
}

static void channel_unlock(struct channel *c)
{
	pthread_mutex_unlock(&c->bus->lock); // RACE 2
}

static void channel_send(struct channel *c, int n)
{
	channel_lock(c);
	c->frames += n; // RACE 1
	channel_unlock(c);
}

static void *sender(void *argument)
{
	for (int i = 0; i < 1000; i++)
		channel_send(argument, i & 1);
	return NULL;
}

static void channel_move(struct channel *c, struct bus *to)
{
	c->bus = to; // RACE 2
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, sender, &channel);
	pthread_create(&two, NULL, sender, &channel);
	channel_move(&channel, &bus[1]);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%ld\n", channel.frames);
	return 0;
}
