#include "base/store/hash.h"

#include <xxhash.h>

#if defined(__x86_64__) && defined(__has_include)
#if __has_include(<xxh_x86dispatch.h>)
#include <xxh_x86dispatch.h> /* replaces the function below by one that asks the processor, once */
#endif
#endif

uint64_t hash_much(const void *bytes, size_t len, uint64_t seed)
{
	return XXH3_64bits_withSeed(bytes, len, seed);
}
