/* Loops: each round its own object, or the same lock again because a round forgot to give it back. */
#include <pthread.h>

struct node {
	pthread_mutex_t lock;
	int busy;
	struct node *next;
};

static pthread_mutex_t g = PTHREAD_MUTEX_INITIALIZER;
static int n;
struct node *next_of(struct node *);

void each_node(struct node *head)
{
	for (struct node *p = head; p; p = p->next) {
		pthread_mutex_lock(&p->lock); // NOSELF-DEADLOCK
		p->busy = 1;
		pthread_mutex_unlock(&p->lock);
	}
}

void keep_all(struct node *head)
{
	for (struct node *p = head; p; p = p->next)
		pthread_mutex_lock(&p->lock); // NOSELF-DEADLOCK
}

void keep_all_by_call(struct node *p)
{
	while ((p = next_of(p)))
		pthread_mutex_lock(&p->lock); // NOSELF-DEADLOCK
}

void continue_forgets(int k)
{
	for (int i = 0; i < k; i++) {
		pthread_mutex_lock(&g); // SELF-DEADLOCK
		if (i == 3)
			continue;
		n++; // RACE 1
		pthread_mutex_unlock(&g);
	}
} // LOCK-LEAK

void continue_remembers(int k)
{
	for (int i = 0; i < k; i++) {
		pthread_mutex_lock(&g); // NOSELF-DEADLOCK
		if (i == 3) {
			pthread_mutex_unlock(&g);
			continue;
		}
		n++; // RACE 1
		pthread_mutex_unlock(&g); // NOUNLOCK-UNHELD
	}
}

void hand_over_hand(struct node *p)
{
	pthread_mutex_lock(&p->lock);
	while (p->next) {
		struct node *next = p->next;
		pthread_mutex_lock(&next->lock); // NOSELF-DEADLOCK
		pthread_mutex_unlock(&p->lock);  // NOUNLOCK-UNHELD
		p = next;
	}
	pthread_mutex_unlock(&p->lock); // NOUNLOCK-UNHELD
}

void relock_inside(int k)
{
	pthread_mutex_lock(&g);
	while (n < k) { // RACE 1
		pthread_mutex_unlock(&g);
		n += next_of(0) != 0; // RACE 1
		pthread_mutex_lock(&g); // NOSELF-DEADLOCK
	}
	pthread_mutex_unlock(&g); // NOUNLOCK-UNHELD
}

void spin_until(void)
{
	do {
		n++; // RACE 1
	} while (pthread_mutex_trylock(&g) != 0);
	n = 0; // RACE 1
	pthread_mutex_unlock(&g); // NOUNLOCK-UNHELD
}
