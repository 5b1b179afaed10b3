/* Two threads write to one stream: each call locks the stream, so the lines may alternate but nothing races. */
#include <pthread.h>
#include <stdio.h>

static FILE *trace;

static void trace_line(const char *who, int n)
{
	fputs(who, trace); // NORACE
	fprintf(trace, " %d\n", n); // NORACE
}

static void *worker(void *name)
{
	for (int i = 0; i < 10; i++)
		trace_line(name, i);
	return NULL;
}

int main(void)
{
	pthread_t first, second;

	trace = fopen("/dev/null", "w");
	if (!trace)
		return 1;
	pthread_create(&first, NULL, worker, "first");
	pthread_create(&second, NULL, worker, "second");
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	fclose(trace); // NORACE
	return 0;
}
