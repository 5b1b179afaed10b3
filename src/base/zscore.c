#include "base/zscore.h"

#include <math.h>

double zscore(uint32_t s, uint32_t n, double p0)
{
	return n < 2 ? 0 : ((double)s / n - p0) / sqrt(p0 * (1 - p0) / n);
}
