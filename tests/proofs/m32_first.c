/* What comes from outside lies before or behind what the program makes: either may be, and what is found holds when run again. */
// FLAGS: -- -m32
typedef unsigned long pthread_t, address;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
void *malloc(address);
struct thing *outside(void);

static int low, high;

static void *work(void *a)
{
	low = 1; // RACE 1
	high = 1; // RACE 2
	return a;
}

int main(void)
{
	address made = (address)malloc(8), one = (address)outside(), two = (address)outside();
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	if (one && two && one < made && one < two)
		low = 2; // RACE 1
	if (one && two && (one > made || two < one))
		high = 2; // RACE 2
	pthread_join(t, 0);
	return 0;
}
