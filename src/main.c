#include <stdio.h>

int main(void)
{
	printf("snag %s\n", SNAG_VERSION);
	return 0;
}
