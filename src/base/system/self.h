/* self: which build of snag this is. Two builds of one version are told apart, since what a run finds depends on all of the
 * program.
 *
 * The linker leaves a hash of what it made in the program (the build id); reading that costs nothing, where hashing tens of
 * megabytes would take as long as a small analysis. A program without one is hashed.
 * assumes   that the linker chose the build id, as it does unless it is given one to write: --build-id=0x... */
#ifndef BASE_SELF_H
#define BASE_SELF_H

#include <stdint.h>

uint64_t self_hash(void); /* 0: it cannot be told */

#endif
