/* A lock that is the first member of a variable has one name: as the variable, as its member, and through a parameter. */
#include <pthread.h>

struct box {
	pthread_mutex_t m;
	int n;
};

static struct box g = { PTHREAD_MUTEX_INITIALIZER, 0 }, h = { PTHREAD_MUTEX_INITIALIZER, 0 };
static int v;

static void take(struct box *b)
{
	pthread_mutex_lock(&b->m);
}

static void give(struct box *b)
{
	pthread_mutex_unlock(&b->m);
}

static void add(struct box *b)
{
	if (v)
		v--;
	pthread_mutex_lock(&b->m); // SELF-DEADLOCK
	b->n++;
	pthread_mutex_unlock(&b->m);
}

static void add_to_g(void)
{
	pthread_mutex_lock(&g.m); // SELF-DEADLOCK
	g.n++;
	pthread_mutex_unlock(&g.m);
}

static void by_helper(void)
{
	take(&g);
	add_to_g();
	give(&g);
}

static void by_hand(void)
{
	pthread_mutex_lock(&g.m);
	add(&g);
	pthread_mutex_unlock(&g.m);
}

static void another(void)
{
	pthread_mutex_lock(&g.m);
	add(&h); // NOSELF-DEADLOCK
	pthread_mutex_unlock(&g.m);
}

static void given_back(void)
{
	take(&g);
	g.n++;
	pthread_mutex_unlock(&g.m); // NOUNLOCK-UNHELD
	add_to_g(); // NOSELF-DEADLOCK
}

int main(int argc, char **argv)
{
	(void)argv;
	v = argc;
	if (argc == 2)
		by_helper();
	if (argc == 3)
		by_hand();
	if (argc == 4)
		another();
	given_back();
	return 0;
}
