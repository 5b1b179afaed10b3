// FLAGS: --models rows.model
/* Requests of one kind run alone: what is done behind the question for that kind, in a callee, too, meets nothing. */
#include <pthread.h>
#include <stdlib.h>

struct request {
	unsigned char kind;
	int value;
};

struct unit {
	pthread_mutex_t lock;
	int table, level, limit;
};

static void set_table(struct unit *u, int n)
{
	u->table = n; // NORACE
}

int unit_control(struct unit *u, const struct request *r)
{
	pthread_mutex_lock(&u->lock);
	u->level++; // NORACE
	pthread_mutex_unlock(&u->lock);
	switch (r->kind) {
	case 7:
		set_table(u, r->value);
		break;
	default:
		break;
	}
	return 0;
}

int unit_read(struct unit *u)
{
	return u->table; // NORACE
}
