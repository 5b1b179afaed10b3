/* A library does not fork itself; who uses it may. In the child the handler makes the lock anew and forgets what threads had put in
 * the list: these threads are not there. */
#include <pthread.h>
#include <stddef.h>
struct user { struct user *next; int id; };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct user *users;
static int count;
static void in_child(void)
{
	pthread_mutex_init(&lock, NULL); // NORACE
	users = NULL; // NORACE
	count = 0; // NORACE
}
static void __attribute__((constructor)) start(void)
{
	pthread_atfork(NULL, NULL, in_child);
}
void user_add(struct user *u)
{
	pthread_mutex_lock(&lock);
	u->next = users;
	users = u;
	count++;
	pthread_mutex_unlock(&lock);
}
int user_count(void)
{
	int n;

	pthread_mutex_lock(&lock);
	n = count;
	pthread_mutex_unlock(&lock);
	return n;
}
