/* What --dump=race shows: each location with its pairs, and for each pair why it is none, or that it is one. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct job {
	int input, result;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t *alias = &lock;
static struct job *current;
static int before, after, racy, guarded;

static void *worker(void *argument)
{
	(void)argument;
	before++;
	after = 1;
	racy++; // RACE 1
	pthread_mutex_lock(&lock);
	guarded++;
	if (current)
		current->result = current->input;
	pthread_mutex_unlock(&lock);
	return NULL;
}

static void publish(void)
{
	struct job *j = calloc(1, sizeof *j);

	if (!j)
		abort();
	j->input = 3;
	pthread_mutex_lock(alias);
	current = j;
	guarded = 0;
	pthread_mutex_unlock(alias);
}

int main(void)
{
	pthread_t thread;

	before = 1;
	pthread_create(&thread, NULL, worker, NULL);
	racy = 2; // RACE 1
	publish();
	pthread_join(thread, NULL);
	printf("%d\n", after);
	return 0;
}
/* dump-has race
before: 0 of
write reasons.c:46 main {} / write reasons.c:18 main > pthread_create(worker) {}: before the other thread is started
*/
/* dump-has race
after: 0 of 1 pairs
write reasons.c:19 main > pthread_create(worker) {} / read reasons.c:51 main {}: joined
*/
/* dump-has race
racy: 2 of
write reasons.c:48 main {} / write reasons.c:20 main > pthread_create(worker) {}: race
*/
/* dump-has race
job.input: 0 of 1 pairs
owned: not yet published
*/
/* dump-lacks race
guarded
*/
