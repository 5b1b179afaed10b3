/* A log that starts a new file when the old one is large.
 *
 * log_write releases the lock early when it cannot open the next file, and then once more on the common way out. The second
 * release takes the lock from under whoever holds it by then. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static FILE *file;
static long written;

static FILE *next_file(void)
{
	static int number;
	char name[32];

	snprintf(name, sizeof name, "log.%d", number++);
	return fopen(name, "w");
}

int log_write(const char *text)
{
	int status = 0;

	pthread_mutex_lock(&lock);
	if (!file || written > 1000000) {
		if (file)
			fclose(file);
		file = next_file();
		written = 0;
		if (!file) {
			pthread_mutex_unlock(&lock);
			status = -1;
			goto out;
		}
	}
	written += fprintf(file, "%s\n", text);
out:
	pthread_mutex_unlock(&lock); // UNLOCK-UNHELD: it was released before the goto
	return status;
}
