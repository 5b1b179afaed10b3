/* Each thread works on [lo, hi) of one array; a loop cuts it. */
#include <pthread.h>
struct part { int lo, hi; };
static int data[64];
static void *worker(void *a)
{
	struct part *p = a;

	for (int i = p->lo; i < p->hi; i++)
		data[i] *= 2; // NORACE reported: ranges of indices are not told apart
	return NULL;
}
int main(void)
{
	pthread_t t[4];
	struct part part[4];

	for (int i = 0; i < 4; i++) {
		part[i].lo = i * 16;
		part[i].hi = (i + 1) * 16;
		pthread_create(&t[i], NULL, worker, &part[i]);
	}
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
	return 0;
}
