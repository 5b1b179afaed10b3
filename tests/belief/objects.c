/* Each account has its own lock, and one function takes the bank's: the accounts' locks are one kind of lock, and that kind
 * is what is believed in. */
#include <pthread.h>

struct account {
	pthread_mutex_t lock;
	long balance;
	int visits;
};

static pthread_mutex_t bank = PTHREAD_MUTEX_INITIALIZER;
static struct account giro = { PTHREAD_MUTEX_INITIALIZER, 10, 0 }, savings = { PTHREAD_MUTEX_INITIALIZER, 20, 0 };
static int audits;

static void deposit(struct account *x)
{
	pthread_mutex_lock(&x->lock);
	x->balance++; // RACE 1; RACE 2
	pthread_mutex_unlock(&x->lock);
}

static void withdraw(struct account *x)
{
	pthread_mutex_lock(&x->lock);
	x->balance--; // RACE 1; RACE 2
	pthread_mutex_unlock(&x->lock);
}

static void reset(struct account *x)
{
	pthread_mutex_lock(&x->lock);
	x->balance = 0; // RACE 1; RACE 2
	pthread_mutex_unlock(&x->lock);
}

static void audit(struct account *x)
{
	pthread_mutex_lock(&bank);
	audits++; // NORACE
	x->balance = 1; // RACE 1; RACE 2; INCONSISTENT-LOCK: of giro; INCONSISTENT-LOCK: of savings
	pthread_mutex_unlock(&bank);
}

static void *client(void *x)
{
	deposit(x);
	withdraw(x);
	reset(x);
	return NULL;
}

static void *auditor(void *argument)
{
	audit(&giro);
	audit(&savings);
	return argument;
}

int main(void)
{
	pthread_t t1, t2, t3;

	pthread_create(&t1, NULL, client, &giro);
	pthread_create(&t2, NULL, client, &savings);
	pthread_create(&t3, NULL, auditor, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	pthread_join(t3, NULL);
	return 0;
}
