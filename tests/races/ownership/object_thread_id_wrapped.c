// The id is on main's stack, in a record that the thread gets, or stored by a function of the program's own. Where the thread is
// started by somebody who was started himself after the id was stored, or looks only after the start has returned, all is well.
#include <pthread.h>
#include <stdlib.h>

struct task {
	int result;
	pthread_t id;
};

static pthread_t old, boss;

static int start(pthread_t *id, void *(*run)(void *), void *argument)
{
	return pthread_create(id, NULL, run, argument); // RACE 1; RACE 2; NORACE
}

static void *on_stack(void *argument)
{
	return (void *)*(pthread_t *)argument; // RACE 1
}

static void *in_record(void *argument)
{
	struct task *t = argument;

	t->result = t->id == pthread_self(); // RACE 2
	return NULL;
}

static void *idle(void *argument)
{
	return argument;
}

static void *later(void *argument)
{
	pthread_join(old, NULL); // NORACE
	return argument;
}

static void *starter(void *argument)
{
	pthread_t id;

	pthread_create(&id, NULL, later, NULL);
	pthread_join(id, NULL);
	return argument;
}

int main(void)
{
	pthread_t id;
	struct task *t = malloc(sizeof *t);

	if (!t)
		return 1;
	start(&id, on_stack, &id);
	start(&t->id, in_record, t);
	pthread_create(&old, NULL, idle, NULL); // NORACE
	pthread_create(&boss, NULL, starter, NULL); // NORACE
	pthread_join(id, NULL);
	pthread_join(t->id, NULL);
	pthread_join(boss, NULL);
	free(t);
	return 0;
}
