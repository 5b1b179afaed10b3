/* ... and of unsigned types, of float, also what is truncated to zero. */
#include <pthread.h>

float ask(void);
static int near, far, below;

static void *work(void *a)
{
	near = 1;
	far = 1;
	below = 1;
	return a;
}

int main(void)
{
	pthread_t t;
	float f = ask();
	unsigned char n = (unsigned char)f;

	pthread_create(&t, 0, work, 0);
	if (f < 0 && n == 0)
		near = 2; // RACE
	if (f > 255.5f && n == 255)
		far = 2; // RACE
	if (f <= -1 || f >= 256)
		below = 2; // NORACE reported: no unsigned char holds the number
	pthread_join(t, 0);
	return 0;
}
