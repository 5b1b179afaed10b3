/* Each worker fills a stripe of the image: its first line follows from its number, and it fills as many lines as lie between two first ones. */
#include <pthread.h>
#include <stdio.h>

enum { WORKERS = 4, LINES = 8, WIDTH = 16 };

struct stripe {
	pthread_t thread;
	int first;
};

static unsigned char image[(WORKERS * LINES + 1) * WIDTH];
static struct stripe stripe[WORKERS];

static void fill_line(unsigned char *line, int value)
{
	for (int x = 0; x < WIDTH; x++)
		line[x] = (unsigned char)(value + x); // NORACE
}

static void *fill(void *argument)
{
	struct stripe *s = argument;
	unsigned char *line = image + s->first * WIDTH;

	for (int y = 0; y < LINES; y++)
		fill_line(line + y * WIDTH, y);
	return NULL;
}

int main(void)
{
	unsigned sum = 0;

	for (int i = 0; i < WORKERS; i++) {
		stripe[i].first = i * LINES;
		if (pthread_create(&stripe[i].thread, NULL, fill, &stripe[i]))
			return 1;
	}
	for (int i = 0; i < WORKERS; i++)
		pthread_join(stripe[i].thread, NULL);
	for (unsigned i = 0; i < sizeof image; i++)
		sum += image[i];
	printf("%u\n", sum);
	return 0;
}
