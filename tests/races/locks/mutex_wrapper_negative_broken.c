/* As mutex_wrapper_negative.c, but who is turned away counts the conflict without any lock. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>

struct port {
	pthread_mutex_t lock, conflict_lock;
	int frames;
	int conflicts;
};

static struct port port = { .lock = PTHREAD_MUTEX_INITIALIZER, .conflict_lock = PTHREAD_MUTEX_INITIALIZER };

static int port_claim(struct port *p, int length)
{
	if (length > 1500)
		return -EINVAL;
	if (pthread_mutex_trylock(&p->lock) != 0)
		return -EAGAIN;
	return length;
}

static void port_send(struct port *p, int length)
{
	if (port_claim(p, length) < 0) {
		p->conflicts++; // RACE 1
		return;
	}
	p->frames++; // NORACE
	pthread_mutex_unlock(&p->lock);
}

static void *sender(void *argument)
{
	for (int i = 1000; i < 2000; i++)
		port_send(&port, i);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, sender, NULL);
	pthread_create(&two, NULL, sender, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d sent, %d conflicts\n", port.frames, port.conflicts);
	return 0;
}
