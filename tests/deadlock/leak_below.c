/* A lookup returns its object locked; one of its callers forgets to give the lock back where the object is of no use. */
#include <pthread.h>

struct user {
	pthread_mutex_t lock;
	int id, visits;
};

static struct user users[4];

static struct user *find_locked(int id)
{
	for (int i = 0; i < 4; i++) {
		pthread_mutex_lock(&users[i].lock);
		if (users[i].id == id) // NORACE
			return &users[i];
		pthread_mutex_unlock(&users[i].lock);
	}
	return NULL;
}

static int visit(int id)
{
	struct user *u = find_locked(id);

	if (!u)
		return -1;
	if (u->visits > 100) // NORACE
		return -2; // LOCK-LEAK
	u->visits++; // NORACE
	pthread_mutex_unlock(&u->lock);
	return 0;
}

static void *visitor(void *argument)
{
	for (int i = 0; i < 10; i++)
		visit(i % 5);
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	for (int i = 0; i < 4; i++) {
		pthread_mutex_init(&users[i].lock, NULL);
		users[i].id = i;
	}
	pthread_create(&t1, NULL, visitor, NULL);
	pthread_create(&t2, NULL, visitor, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
