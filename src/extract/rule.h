/* rule: clang's dependency rule (rule.c). */
#ifndef EXTRACT_RULE_H
#define EXTRACT_RULE_H

#include "base/system/file.h"

/* The file names of `rule` ("unit: a.c \" and so on), a 0 behind each. */
struct bytes rule_files(struct arena *, struct bytes rule);

#endif
