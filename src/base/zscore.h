/* zscore: how unlikely it is that so many of n agree by chance (racerx, section 8.4).
 *
 *     z = (s/n - p0) / sqrt(p0 * (1 - p0) / n)
 *
 * p0 is how often that happens where nobody means it. One of one is no evidence: n < 2 gives 0. */
#ifndef BASE_ZSCORE_H
#define BASE_ZSCORE_H

#include <stdint.h>

#define ZSCORE_CHANCE 0.8 /* protected, or paired, by coincidence: often */

double zscore(uint32_t s, uint32_t n, double p0);

#endif
