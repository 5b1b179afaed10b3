/* As lookup_outside.c, with the lock on both sides. */
#include <pthread.h>

struct user {
	pthread_mutex_t lock;
	int logins;
};

struct user *find_user(const char *name);

void user_login(const char *name)
{
	struct user *u = find_user(name);

	pthread_mutex_lock(&u->lock);
	u->logins++; // NORACE
	pthread_mutex_unlock(&u->lock);
}

void user_reset(const char *name)
{
	struct user *u = find_user(name);

	pthread_mutex_lock(&u->lock);
	u->logins = 0; // NORACE
	pthread_mutex_unlock(&u->lock);
}
