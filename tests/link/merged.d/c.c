#define UNRELATED 1
#include "shared.h"

int from_c(int n)
{
	return quadruple(n) + UNRELATED;
}
