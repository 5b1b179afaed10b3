/* Every label whose address is taken is a possible target. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

int interpret(const unsigned char *op)
{
	static void *const label[] = { &&add, &&sub, &&stop };

	pthread_mutex_lock(&m);
	goto *label[*op++];
add:
	n++; // RACE 1
	goto *label[*op++];
sub:
	n--; // RACE 1
	goto *label[*op++];
stop:
	pthread_mutex_unlock(&m); // NOUNLOCK-UNHELD
	return n;                 // NOLOCK-LEAK; RACE 1
}

int interpret_wrongly(const unsigned char *op)
{
	static void *const label[] = { &&add, &&again, &&stop };

	pthread_mutex_lock(&m);
	goto *label[*op++];
add:
	n++; // RACE 1
	goto *label[*op++];
again:
	pthread_mutex_lock(&m); // SELF-DEADLOCK
	goto *label[*op++];
stop:
	pthread_mutex_unlock(&m);
	return n; // RACE 1
}
