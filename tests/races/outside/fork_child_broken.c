/* The same in the parent, where the other threads go on. */
#include <pthread.h>
#include <stddef.h>
struct user { struct user *next; int id; };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct user *users;
static int count;
static void in_parent(void)
{
	pthread_mutex_init(&lock, NULL); // RACE 1
	users = NULL; // RACE 2
	count = 0; // RACE 3
}
static void __attribute__((constructor)) start(void)
{
	pthread_atfork(NULL, in_parent, NULL);
}
void user_add(struct user *u)
{
	pthread_mutex_lock(&lock); // RACE 1
	u->next = users; // RACE 2
	users = u; // RACE 2
	count++; // RACE 3
	pthread_mutex_unlock(&lock);
}
int user_count(void)
{
	int n;

	pthread_mutex_lock(&lock); // RACE 1
	n = count; // RACE 3
	pthread_mutex_unlock(&lock);
	return n;
}
