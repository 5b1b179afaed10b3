/* An object that does not fit. */
// search: assert : cannot: an object of 1073741824 bytes
#include <assert.h>

static char large[1 << 30];

int main(void)
{
	large[5] = 1;
	assert(large[6]);
	return 0;
}
