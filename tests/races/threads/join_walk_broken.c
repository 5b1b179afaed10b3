/* Walks that leave some out: they begin with the second one, end before the last one, take two steps at once, or pass some by. */
#include <pthread.h>
#include <stdlib.h>

enum { WORKERS = 4 };
struct worker {
	int number;
	pthread_t handle;
};

static int fixed, counted, records, passed;

static void *add_fixed(void *argument)
{
	__atomic_fetch_add(&fixed, 1, __ATOMIC_SEQ_CST); // RACE 1
	return argument;
}

static void *add_counted(void *argument)
{
	__atomic_fetch_add(&counted, 1, __ATOMIC_SEQ_CST); // RACE 2
	return argument;
}

static void *add_record(void *argument)
{
	__atomic_fetch_add(&records, ((struct worker *)argument)->number, __ATOMIC_SEQ_CST); // RACE 3
	return argument;
}

static void *add_passed(void *argument)
{
	__atomic_fetch_add(&passed, 1, __ATOMIC_SEQ_CST); // RACE 4
	return argument;
}

static void by_pointer(void)
{
	pthread_t handle[WORKERS], *p;

	for (p = handle; p < handle + WORKERS; p++)
		pthread_create(p, NULL, add_fixed, NULL);
	for (p = handle + 1; p != handle + WORKERS; p++)
		pthread_join(*p, NULL);
	fixed = 0; // RACE 1
}

static void by_index(int n)
{
	pthread_t *handle = malloc((size_t)n * sizeof *handle);

	for (int i = 0; i < n; i++)
		pthread_create(&handle[i], NULL, add_counted, NULL);
	for (pthread_t *p = handle; p < handle + (n - 1); p++)
		pthread_join(*p, NULL);
	counted = 0; // RACE 2
	free(handle);
}

static void in_records(void)
{
	struct worker worker[WORKERS], *w;

	for (int i = 0; i < WORKERS; i++) {
		worker[i].number = i;
		pthread_create(&worker[i].handle, NULL, add_record, &worker[i]);
	}
	for (w = worker; w < &worker[WORKERS]; w += 2)
		pthread_join(w->handle, NULL);
	records = 0; // RACE 3
}

static void some(int n)
{
	pthread_t handle[WORKERS];

	for (int i = 0; i < WORKERS; i++)
		pthread_create(&handle[i], NULL, add_passed, NULL);
	for (pthread_t *p = handle; p < handle + WORKERS; p++)
		if (p != handle + n)
			pthread_join(*p, NULL);
	passed = 0; // RACE 4
}

int main(int argc, char **argv)
{
	(void)argv;
	by_pointer();
	by_index(argc);
	in_records();
	some(argc);
	return 0;
}
