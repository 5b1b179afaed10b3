/* A status line is made with snprintf from a shared user name (read by %s). The number is fetched under the lock, the name is
 * not: it looks like a value, and is a pointer. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

struct user {
	pthread_mutex_t lock;
	char name[32];
	int logins;
};

static struct user user = { PTHREAD_MUTEX_INITIALIZER, "nobody", 0 };

static void rename_user(struct user *u, const char *name)
{
	pthread_mutex_lock(&u->lock);
	strncpy(u->name, name, sizeof u->name - 1); // RACE 1
	u->logins = 0; // NORACE reported: the string behind %s has no end, and logins stands behind it
	pthread_mutex_unlock(&u->lock);
}

static void status_line(struct user *u, char *line, size_t size)
{
	int logins;

	pthread_mutex_lock(&u->lock);
	logins = u->logins; // NORACE
	pthread_mutex_unlock(&u->lock);
	snprintf(line, size, "%s: %d", u->name, logins); // RACE 1
}

static void *display(void *argument)
{
	char line[64];

	for (int i = 0; i < 5; i++) {
		status_line(argument, line, sizeof line);
		puts(line);
	}
	return NULL;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, display, &user);
	pthread_create(&second, NULL, display, &user);
	rename_user(&user, "operator");
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
