/* Records come from a lookup that is somebody else's; two functions look up and use them, one of them under the record's lock. */
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
	u->logins++; // RACE 1
	pthread_mutex_unlock(&u->lock);
}

void user_reset(const char *name)
{
	struct user *u = find_user(name);

	u->logins = 0; // RACE 1
}
