/* As wrapper_id_table.c, but the free space is looked at under the number of the lock for users. */
#include <pthread.h>
#include <stdio.h>

enum lock_name { LOCK_USERS, LOCK_DISK, LOCKS };

static pthread_mutex_t locks[LOCKS] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static int users, space = 5000;

static void lock_id(enum lock_name name)
{
	pthread_mutex_lock(&locks[name]);
}

static void unlock_id(enum lock_name name)
{
	pthread_mutex_unlock(&locks[name]);
}

static void log_in(void)
{
	lock_id(LOCK_USERS);
	users++; // NORACE
	unlock_id(LOCK_USERS);
}

static void store(int bytes)
{
	lock_id(LOCK_DISK);
	space -= bytes; // RACE 1
	unlock_id(LOCK_DISK);
}

static int full(void)
{
	int is_full;

	lock_id(LOCK_USERS);
	is_full = space <= 0; // RACE 1
	unlock_id(LOCK_USERS);
	return is_full;
}

static void *user(void *argument)
{
	log_in();
	for (int i = 0; i < 1000 && !full(); i++)
		store(4);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, user, NULL);
	pthread_create(&two, NULL, user, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d %d\n", users, space);
	return 0;
}
