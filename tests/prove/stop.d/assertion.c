// STOPS: an assertion failed
#include <assert.h>

static int n = 3;

int main(void)
{
	n++;
	assert(n == 3);
	return 0;
}
