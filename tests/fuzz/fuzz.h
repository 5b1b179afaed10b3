/* What libFuzzer and replay_main.c call; each NAME_fuzz.c defines it. It must not exit: test functions that return a status. */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
