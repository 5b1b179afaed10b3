#include "shared.h"

int from_b(int n)
{
	return half(n);
}
