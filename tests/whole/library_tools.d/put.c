// STATS: programs == 3
// Two tools of one library, each of which needs a part of it: together they reach two functions of five.
#include "store.h"

int main(void)
{
	store_put(1);
	return 0;
}
