/* A lookup returns the element that it has found locked, or nothing; its caller takes the lock again. */
#include <pthread.h>
#include <stdlib.h>
struct slot { pthread_mutex_t lock; int key, v; };
static struct slot slots[16];
static struct slot *lookup(int key)
{
	for (int i = 0; i < 16; i++) {
		pthread_mutex_lock(&slots[i].lock);
		if (slots[i].key == key)
			return &slots[i];       // LOCK-LEAK: nobody gives it back but who takes it again
		pthread_mutex_unlock(&slots[i].lock);
	}
	return 0;
}
void touch(int key)
{
	struct slot *s = lookup(key);
	if (!s)
		return;
	pthread_mutex_lock(&s->lock);           // SELF-DEADLOCK
	s->v++;
	pthread_mutex_unlock(&s->lock);
}
int main(int argc, char **argv)
{
	for (int i = 0; i < 16; i++)
		pthread_mutex_init(&slots[i].lock, 0);
	touch(argc);
	return 0;
}
