/* A session hangs in two lists by two hooks; each list finds it with its own offset. */
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include "snag_ask.h"

struct hook { struct hook *next; };
struct session { long id; struct hook by_age; long idle; struct hook by_user; };
#define owner(h, member) ((struct session *)((char *)(h) - offsetof(struct session, member)))

static struct hook *ages, *users;

static void add(struct session *s)
{
	s->by_age.next = ages;
	ages = &s->by_age;
	s->by_user.next = users;
	users = &s->by_user;
}

static void *reaper(void *argument)
{
	for (struct hook *h = ages; h; h = h->next)
		owner(h, by_age)->idle++; // RACE 1
	return argument;
}

int main(void)
{
	pthread_t t;
	struct session *s = calloc(1, sizeof *s);

	add(s);
	snag_alias(owner(ages, by_age), s); // ANSWER: must
	snag_alias(owner(users, by_user), owner(ages, by_age)); // ANSWER: must
	snag_alias(&s->by_user, &s->by_age); // ANSWER: no
	pthread_create(&t, NULL, reaper, NULL);
	for (struct hook *h = users; h; h = h->next) {
		owner(h, by_user)->idle = 0; // RACE 1
		owner(h, by_user)->id = 4; // NORACE
	}
	pthread_join(t, NULL);
	return 0;
}
