/* Handles by a pointer that walks over them: behind such a loop of joins all of them are over, be they started by index or by a pointer as well. */
#include <pthread.h>
#include <stdlib.h>

enum { WORKERS = 4 };
struct worker {
	int number;
	pthread_t handle;
};

static int fixed, counted, records;

static void *add_fixed(void *argument)
{
	__atomic_fetch_add(&fixed, 1, __ATOMIC_SEQ_CST);
	return argument;
}

static void *add_counted(void *argument)
{
	__atomic_fetch_add(&counted, 1, __ATOMIC_SEQ_CST);
	return argument;
}

static void *add_record(void *argument)
{
	__atomic_fetch_add(&records, ((struct worker *)argument)->number, __ATOMIC_SEQ_CST);
	return argument;
}

static void by_pointer(void)
{
	pthread_t handle[WORKERS], *p;

	for (p = handle; p < handle + WORKERS; p++)
		pthread_create(p, NULL, add_fixed, NULL);
	for (p = handle; p != handle + WORKERS; p++)
		pthread_join(*p, NULL);
	fixed = 0; // NORACE
}

static void by_index(int n)
{
	pthread_t *handle = malloc((size_t)n * sizeof *handle);

	for (int i = 0; i < n; i++)
		pthread_create(&handle[i], NULL, add_counted, NULL);
	for (pthread_t *p = handle; p < handle + n; p++)
		pthread_join(*p, NULL);
	counted = 0; // NORACE
	free(handle);
}

static void in_records(void)
{
	struct worker worker[WORKERS], *w;

	for (int i = 0; i < WORKERS; i++) {
		worker[i].number = i;
		pthread_create(&worker[i].handle, NULL, add_record, &worker[i]);
	}
	for (w = worker; w < &worker[WORKERS]; ++w)
		pthread_join(w->handle, NULL);
	records = 0; // NORACE
}

int main(int argc, char **argv)
{
	(void)argv;
	by_pointer();
	by_index(argc);
	in_records();
	return 0;
}
