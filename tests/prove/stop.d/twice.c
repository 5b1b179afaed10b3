// STOPS: free of memory that was freed
#include <stdlib.h>

int main(void)
{
	char *p = malloc(3);

	free(p);
	free(p);
	return 0;
}
