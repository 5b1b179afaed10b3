/* libevent: what event_set() is given is not called by it but later, by the threads that run the loops of two bases. So it does not
 * matter to the lock that the registration is under that the callback takes and releases it in a way that is hard to follow. */
#include <pthread.h>
#include <stdlib.h>

struct event_base;
struct event {
	void *hidden[16];
};

struct event_base *event_base_new(void);
int event_base_set(struct event_base *, struct event *);
int event_base_loop(struct event_base *, int);
int event_add(struct event *, const void *);
void event_set(struct event *, int, short, void (*)(int, short, void *), void *);

struct client {
	struct event event;
	struct client *next;
	pthread_mutex_t lock;
	int requests, name;
};

static pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER;
static struct client *list;
static int listed;

enum pause { PAUSE, RESUME };

static void pause_list(enum pause what)
{
	if (what == PAUSE)
		pthread_mutex_lock(&list_lock);
	else
		pthread_mutex_unlock(&list_lock);
}

static void serve(int fd, short what, void *argument)
{
	struct client *c = argument;

	(void)fd, (void)what;
	pthread_mutex_lock(&c->lock);
	c->requests += c->name; // NORACE
	pthread_mutex_unlock(&c->lock);
	pause_list(PAUSE);
	listed--; // NORACE
	pause_list(RESUME);
}

static void *loop(void *base)
{
	pthread_mutex_lock(&list_lock);
	if (!listed) // NORACE
		base = NULL;
	pthread_mutex_unlock(&list_lock);
	event_base_loop(base, 0);
	return NULL;
}

static void enlist(struct client *c, struct event_base *base)
{
	pthread_mutex_lock(&list_lock);
	c->name = listed; // NORACE
	event_set(&c->event, 0, 2, serve, c);
	event_base_set(base, &c->event);
	c->next = list; // NORACE
	list = c; // NORACE
	listed++; // NORACE
	pthread_mutex_unlock(&list_lock);
	event_add(&c->event, NULL);
}

int main(void)
{
	pthread_t thread[2];
	struct event_base *base[2] = { event_base_new(), event_base_new() };

	for (int i = 0; i < 2; i++) {
		struct client *c = calloc(1, sizeof *c);

		if (!c)
			return 1;
		pthread_mutex_init(&c->lock, NULL);
		enlist(c, base[i]);
		pthread_create(&thread[i], NULL, loop, base[i]);
	}
	for (int i = 0; i < 2; i++)
		pthread_join(thread[i], NULL);
	return 0;
}
