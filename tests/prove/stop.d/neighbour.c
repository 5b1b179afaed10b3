// STOPS: a read out of bounds
// Running out of one object never ends in another one, however far.
#include <stdlib.h>

int main(void)
{
	int *p = malloc(sizeof *p), *q = malloc(sizeof *q);

	*q = 7;
	for (int i = 1; i < 100; i++)
		if (p[i] == 7)
			return *q;
	return 0;
}
