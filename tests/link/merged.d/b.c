#include "shared.h"

int from_b(int n)
{
	return quadruple(n) + 1;
}
