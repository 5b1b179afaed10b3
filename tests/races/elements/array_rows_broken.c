/* A picture is blurred in place, by rows, and with the row below: at the border of the bands one thread reads what the other
 * writes. */
#include <pthread.h>
#include <stdio.h>

#define WIDTH 16
#define HEIGHT 16

static unsigned char source[HEIGHT + 1][WIDTH];

struct band {
	int from, to;
};

static void *blur(void *argument)
{
	const struct band *band = argument;

	for (int y = band->from; y < band->to; y++)
		for (int x = 1; x < WIDTH; x++)
			source[y][x] = (source[y][x] + source[y + 1][x]) / 2; // RACE 1
	return NULL;
}

int main(void)
{
	static struct band bands[2] = { { 0, HEIGHT / 2 }, { HEIGHT / 2, HEIGHT } };
	pthread_t threads[2];

	for (int y = 0; y < HEIGHT; y++)
		for (int x = 0; x < WIDTH; x++)
			source[y][x] = (unsigned char)(x * y);
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, blur, &bands[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	printf("%d\n", source[3][3]);
	return 0;
}
