/* Sockets of two kinds behind one table each; the kind that is used here takes what the caller has. */
#include "../kernel.h"

struct sock;

struct talk {
	void (*close)(struct sock *);
};

struct sock {
	const struct talk *prot;
	struct mutex lock;
	int n;
};

static struct mutex table;
static int entries;

static void tcp_close(struct sock *s)
{
	mutex_lock(&s->lock);
	s->n = 0; // NORACE
	mutex_unlock(&s->lock);
}

static void unix_close(struct sock *s)
{
	(void)s;
	mutex_lock(&table); // SELF-DEADLOCK
	entries--; // NORACE
	mutex_unlock(&table);
}

static const struct talk tcp = { tcp_close }, local = { unix_close };
static struct sock control = { .prot = &tcp }, monitor = { .prot = &local };

static void release(struct sock *s)
{
	s->prot->close(s);
}

int __x64_sys_flush(void)
{
	mutex_lock(&table);
	entries++; // NORACE
	release(&monitor);
	mutex_unlock(&table);
	return 0;
}

int __x64_sys_bye(void)
{
	release(&control);
	return 0;
}
