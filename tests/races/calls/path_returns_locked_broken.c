/* As path_returns_locked.c, but the login is counted when the lock that came with the user has been given back. */
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>

#define USERS 4

static struct user {
	pthread_mutex_t lock;
	int id, logins;
} users[USERS];

static struct user *user_get_locked(int id)
{
	for (int i = 0; i < USERS; i++) {
		struct user *u = &users[i];

		if (u->id != id)
			continue;
		pthread_mutex_lock(&u->lock);
		return u;
	}
	return NULL;
}

static void log_in(int id)
{
	struct user *u = user_get_locked(id);

	if (!u)
		return;
	pthread_mutex_unlock(&u->lock);
	u->logins++; // RACE 1
}

static void *client(void *argument)
{
	for (int i = 0; i < 1000; i++)
		log_in(i % 6);
	return argument;
}

int main(void)
{
	pthread_t one, two;
	int logins = 0;

	for (int i = 0; i < USERS; i++) {
		pthread_mutex_init(&users[i].lock, NULL);
		users[i].id = i;
	}
	pthread_create(&one, NULL, client, NULL);
	pthread_create(&two, NULL, client, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	for (int i = 0; i < USERS; i++)
		logins += users[i].logins;
	printf("%d\n", logins);
	return 0;
}
