/* Nine commands in a table, each run with the lock of the table held; the last one takes another lock, which a second thread holds while it looks for a command. It
 * is one of nine: so many doubts are not told of. */
// VERIFY deadlock: deadlock-free: one runner calls the first function of the table alone
#include <pthread.h>

static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER, log_lock = PTHREAD_MUTEX_INITIALIZER;
static int count[9], next;

static void on_0(void)
{
	count[0]++; // NORACE
}

static void on_1(void)
{
	count[1]++; // NORACE
}

static void on_2(void)
{
	count[2]++; // NORACE
}

static void on_3(void)
{
	count[3]++; // NORACE
}

static void on_4(void)
{
	count[4]++; // NORACE
}

static void on_5(void)
{
	count[5]++; // NORACE
}

static void on_6(void)
{
	count[6]++; // NORACE
}

static void on_7(void)
{
	count[7]++; // NORACE
}

static void on_8(void)
{
	pthread_mutex_lock(&log_lock); // DEADLOCK 1 missed: as below
	count[8]++; // NORACE
	pthread_mutex_unlock(&log_lock);
}

static void (*const table[])(void) = { on_0, on_1, on_2, on_3, on_4, on_5, on_6, on_7, on_8 };

static void *runner(void *argument)
{
	pthread_mutex_lock(&table_lock);
	table[next++ % 9]();
	pthread_mutex_unlock(&table_lock);
	return argument;
}

static void *logger(void *argument)
{
	pthread_mutex_lock(&log_lock);
	pthread_mutex_lock(&table_lock); // DEADLOCK 1 missed: the other order is below one of nine functions that a call may reach
	next = 0; // NORACE
	pthread_mutex_unlock(&table_lock);
	pthread_mutex_unlock(&log_lock);
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, runner, NULL);
	pthread_create(&t2, NULL, logger, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
