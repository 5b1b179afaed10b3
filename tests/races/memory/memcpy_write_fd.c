/* A log buffer is flushed by write(2) in a thread of its own. The bytes are written out while the buffer is locked. */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static struct {
	pthread_mutex_t lock;
	size_t used;
	char text[256];
} log_buffer = { PTHREAD_MUTEX_INITIALIZER, 0, "" };
static int log_fd;

static void log_line(const char *line)
{
	size_t n = strlen(line);

	pthread_mutex_lock(&log_buffer.lock);
	if (log_buffer.used + n <= sizeof log_buffer.text) {
		memcpy(log_buffer.text + log_buffer.used, line, n); // NORACE
		log_buffer.used += n;
	}
	pthread_mutex_unlock(&log_buffer.lock);
}

static void *flush(void *argument)
{
	for (int i = 0; i < 5; i++) {
		size_t n;

		pthread_mutex_lock(&log_buffer.lock);
		n = log_buffer.used;
		log_buffer.used = 0;
		if (write(log_fd, log_buffer.text, n) < 0) // NORACE
			perror("log");
		pthread_mutex_unlock(&log_buffer.lock);
	}
	return argument;
}

int main(void)
{
	pthread_t flusher;

	log_fd = open("/dev/null", O_WRONLY);
	pthread_create(&flusher, NULL, flush, NULL);
	for (int i = 0; i < 10; i++)
		log_line("request done\n");
	pthread_join(flusher, NULL);
	close(log_fd);
	return 0;
}
