/* Two locks for one list: who adds takes the writers' lock, who removes takes the readers' one. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct message {
	struct message *next;
	int id;
};

static pthread_mutex_t send_lock = PTHREAD_MUTEX_INITIALIZER, receive_lock = PTHREAD_MUTEX_INITIALIZER;
static struct message *inbox;

static void *sender(void *argument)
{
	for (int i = 0; i < 200; i++) {
		struct message *m = malloc(sizeof *m);
		if (!m)
			abort();
		m->id = i;
		pthread_mutex_lock(&send_lock);
		m->next = inbox; // RACE 1
		inbox = m; // RACE 1
		pthread_mutex_unlock(&send_lock);
	}
	return argument;
}

static struct message *receive(void)
{
	struct message *all;

	pthread_mutex_lock(&receive_lock);
	all = inbox; // RACE 1
	inbox = NULL; // RACE 1
	pthread_mutex_unlock(&receive_lock);
	return all;
}

int main(void)
{
	pthread_t one, two;
	int taken = 0;

	pthread_create(&one, NULL, sender, NULL);
	pthread_create(&two, NULL, sender, NULL);
	for (int i = 0; i < 20; i++)
		taken += receive() != NULL;
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d\n", taken > 0);
	return 0;
}
