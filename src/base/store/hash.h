/* hash: XXH3 of much at once, with the widest vectors this machine has: a checksum over a mapped file should cost no more than
 * reading it. The number is the same on every machine. */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

uint64_t hash_much(const void *, size_t len, uint64_t seed);

#endif
