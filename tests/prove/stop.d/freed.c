// STOPS: a read to memory that was freed
#include <stdlib.h>

int main(void)
{
	int *p = malloc(sizeof *p);

	*p = 3;
	free(p);
	return *p;
}
